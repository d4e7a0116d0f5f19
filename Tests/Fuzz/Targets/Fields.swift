import StubLanguages

@testable import StubCore
@testable import StubServer

extension FuzzTarget {
  /// Values of header fields, and URLs: what is read of them is written and read back alike.
  static let fields = FuzzTarget("fields") { input in
    let text = input.text
    let type = HTTPContentType(rawValue: text)
    _ = (type.parameter("charset"), HeaderParameters(text)["name"], ContentCoding.list(in: text))
    checkRange(text)
    checkURL(text)
    _ = QueryItem.parse(text)
    if let address = IPAddress(text) {
      expect(IPAddress("\(address)") == address, "\(text) is read as \(address)")
    }
    if let range = IPAddress.range(text) { expect(range.contains(range.lowerBound), text) }
    var headers: HTTPHeaders = [:]
    for name in [HTTPHeaderName.cookie, .authorization, "HTTP2-Settings"] { headers[name] = text }
    let request = ReceivedRequest(.get, "http://a.example/", headers: headers)
    _ = (request.cookies, request.credentials(of: "Basic"), HTTP2Upgrade(request))
    var reader = ResponseHeadReader()
    input.bytes.withUnsafeBytes { reader.take($0) }
    _ = input.bytes.withSpan { ClientHello.serverName(in: $0) }
  }

  /// The part that a range cuts out lies within the body, and `Content-Range` says which it is.
  private static func checkRange(_ field: String) {
    let request = ReceivedRequest(.get, "http://a.example/", headers: [.range: field])
    var plan = ResponsePlan.text("0123456789", status: .ok)
    plan.cutToRange(of: request)
    guard plan.head?.status == .partialContent else {
      let isWhole = plan.head?.status == .ok
      return expect(plan.body.count == (isWhole ? 10 : 0), "\(field): \(plan.body.count) bytes")
    }
    let range = plan.head?.headers[.contentRange] ?? ""
    let ends = range.dropFirst(6).dropLast(3).split(separator: "-").compactMap { Int($0) }
    expect(
      ends.count == 2 && ends[1] - ends[0] + 1 == plan.body.count && ends[0] >= 0 && ends[1] < 10,
      "\(field): \(range), \(plan.body.count) bytes")
  }

  private static func checkURL(_ text: String) {
    let url = RequestURL(text)
    // Of a host that is none, such as `a..`, one of several marks is taken away.
    let isHost = !(url.host ?? "").contains { "[]".contains($0) } && url.host?.last != "."
    guard url.scheme != nil, isHost else { return }
    let written = url.absoluteString
    let again = RequestURL(written).absoluteString
    expect(again == written, "\(text) is read as \(written), and that as \(again)")
    _ = (url.queryItems, url.path, RequestURL.readable(url.path))
    let encoded = PercentEncoding.encode(text)
    expect(PercentEncoding.decode(encoded).hasSameScalars(as: text), encoded)
  }
}
