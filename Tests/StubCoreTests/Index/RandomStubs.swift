import Foundation
import StubCore
import Testing

/// Draws stubs and requests from few words, so that they often meet.
struct RandomStubs {
  let random: SeededRandom

  private static let words = [
    "users", "items", "api", "v1", "a", "b", "Kind", "\u{212A}ind", "caf\u{E9}", "cafe\u{301}",
    "x;y", "q`", "1", "2", "%61pi", "%2F", "%zz", "caf%C3%A9", "%FF", "item-1", "item-12",
    "%0A", "a%0D",
  ]
  static let hosts = ["a.test", "b.test", "127.0.0.1"]
  private static let ports = ["", "", ":8080", ":9000"]
  static let names = ["id", "name", "x"]
  static let values = [
    "1", "2", "1.0", "a", "b c", "", "K", "\u{212A}", "red-1", "red-12-blue", "RED-1",
    "Stra\u{DF}e",
    "1, red-1", "12", "-1.5", "1e1",
  ]
  private static let methods: [HTTPMethod] = [.get, .post, .head]

  func pick<Element>(_ elements: [Element]) -> Element {
    elements[random.integer(in: 0...elements.count - 1)]
  }

  func isChosen(_ odds: Int) -> Bool { random.integer(in: 1...odds) == 1 }

  private func path() -> String {
    "/" + (0..<random.integer(in: 0...4)).map { _ in pick(Self.words) }.joined(separator: "/")
      + (isChosen(6) ? "/" : "")
  }

  private func site() -> String { pick(Self.hosts) + pick(Self.ports) }

  private func query() -> String {
    (0..<random.integer(in: 0...3)).map { _ in
      pick(Self.names) + "=" + pick(["1", "2", "a", "b+c", "%4B", ""])
    }.joined(separator: "&")
  }

  func json(depth: Int = 0) -> JSONValue {
    let value: JSONValue = pick([
      1, 2, 12, "1", "a", "red-1", true, nil, JSONNumber(parsing: "1.0").map { .number($0) } ?? nil,
    ])
    switch random.integer(in: 0...(depth < 2 ? 4 : 0)) {
    case 1, 2, 3:
      return .object(
        JSONObject(Self.names.filter { _ in isChosen(2) }.map { ($0, json(depth: depth + 1)) }))
    case 4: return .array([json(depth: depth + 1)])
    default: return value
    }
  }

  // Requests.

  func request() -> ReceivedRequest {
    var url = path()
    if isChosen(2) { url += "?" + query() }
    if !isChosen(4) { url = pick(["http:", "https:"]) + "//" + site() + url }
    var headers = HTTPHeaders()
    for name in ["X-A", "X-B"] where isChosen(2) {
      for _ in 0..<random.integer(in: 1...2) {
        headers.append(HTTPHeaderName(name), pick(Self.values))
      }
    }
    if isChosen(3) { headers[.cookie] = "id=\(pick(["1", "2"])); x=\(pick(["a", "b"]))" }
    if isChosen(4) { headers[.authorization] = "Bearer \(pick(["1", "2", "red-1"]))" }
    if isChosen(6) {
      let credentials = Data("\(pick(["1", "red-1", "RED-1"])):\(pick(["1", "a"]))".utf8)
      headers[.authorization] = "Basic \(credentials.base64EncodedString())"
    }
    var body: Data?
    switch random.integer(in: 0...6) {
    case 3: body = Data(xml().utf8)
    case 4:
      headers[.contentType] = "multipart/form-data; boundary=b"
      body = Data(multipart().utf8)
    case 0: body = Data(json().text().utf8)
    case 1:
      headers[.contentType] = "application/x-www-form-urlencoded"
      body = Data(query().utf8)
    case 2: body = Data(pick(Self.values).utf8)
    default: break
    }
    var request = ReceivedRequest(pick(Self.methods), url, headers: headers, body: body)
    // As a listener with the port 8080 has it: in plain without a scheme.
    if isChosen(2) {
      let target = request.target
      request.target = RequestURL(
        scheme: isChosen(4) ? target.scheme : nil, host: target.host, port: target.port,
        path: target.path, query: target.query, ownPort: 8_080)
    }
    return request
  }

  // Stubs.

  func stub() -> HTTPStubRequest {
    let stub = unanswered()
    if isChosen(6) { stub.times(random.integer(in: 0...2)) }
    let method = isChosen(3) ? pick(Self.methods) : nil
    guard isChosen(5) else { return stub.stub(for: method, .text("")) }
    let responses = (0..<random.integer(in: 1...2)).map { _ in HTTPStubResponse() }
    let endings: [HTTPStubSequenceEnding] = [
      .repeatLast, .cycle, .fallThrough, .fail, .passThrough,
    ]
    return stub.stub(for: method, sequence: responses, then: pick(endings))
  }

  /// A stub that is never used up.
  func endlessStub() -> HTTPStubRequest { unanswered().stub(.text("")) }

  private func unanswered() -> HTTPStubRequest {
    let stub = HTTPStubRequest()
    if isChosen(4) { stub.priority(random.integer(in: 3...7)) }
    for _ in 0..<random.integer(in: isChosen(10) ? 0...0 : 1...3) { addMatcher(to: stub) }
    return stub
  }

  private func addMatcher(to stub: HTTPStubRequest) {
    if let matcher = isChosen(2) ? urlMatcher() : partMatcher() {
      _ =
        isChosen(8) ? stub.match(.all(of: matcher, .host(.present))) : stub.match(.all(of: matcher))
    }
  }

  private func urlMatcher() -> (any HTTPStubMatcher)? {
    let path = path()
    let host = isChosen(2) ? "http://" + site() : ""
    switch random.integer(in: 0...9) {
    case 0: return .path(.equals(path))
    case 1: return .path(.hasPrefix(path))
    case 2: return .path(.contains(pick(Self.words)))
    case 3: return try? .path(.glob(path + pick(["*", "**", "?", "{a,b}", "[ab]/**"])))
    case 4: return try? .path(.matches(pattern(path)))
    case 5: return try? .urlRegex(pattern(host + path))
    case 6: return try? .uri(host + template(path))
    case 7: return .url(host + path + "?" + query())
    case 8: return .url(host + path, options: pick([.ignorePath, .ignoreQueryParameters]))
    default: return .any(of: .path(.equals(path)), .path(.equals(self.path())))
    }
  }

  /// A pattern in which parts of the text are optional, alternatives, classes or repeated.
  func pattern(_ text: String) -> String {
    var pattern = isChosen(2) ? "" : "^"
    // Without a literal.
    let hasClasses = isChosen(2)
    for character in text {
      var atom = "\\.?*+()[]{}|^$".contains(character) ? "\\\(character)" : String(character)
      if isChosen(6) {
        atom = pick([".", "[^/]", "(?:\(atom)|x)", "(\(atom))", "(?<n>\(atom))?", "\\w"])
      }
      if hasClasses { atom = pick(["[\(character)]", "[^x\(character)]", "[a-m]", "[!-~]", atom]) }
      if isChosen(8) { atom += pick(["?", "*", "+", "{1}", "{0,1}", "{2}", "+?", "*+", "??"]) }
      pattern += atom
    }
    if isChosen(10) { pattern += "|" + pick(Self.words) }
    if isChosen(10) { pattern = "(?i)" + pattern }
    return pattern + (isChosen(3) ? "$" : "")
  }

  private func template(_ path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).enumerated()
    var text = segments.map {
      isChosen(3) && $0 > 0 ? pick(["{v\($0)}", "a{v\($0)}"]) : String($1)
    }
    .joined(separator: "/")
    if isChosen(4) { text += pick(["{/rest*}", "{+rest}", "{?id}", "?id={id}", "{;x}", "{.ext}"]) }
    return text
  }

  func xml() -> String {
    let children = (0..<random.integer(in: 0...2)).map { _ in
      "<b id=\"\(pick(["1", "red-1", "a"]))\">\(pick(["", "1", " red-1 "]))</b>"
    }
    return "<a id=\"\(pick(["1", "2"]))\">\(children.joined())</a>"
  }

  private func multipart() -> String {
    (0..<random.integer(in: 1...2)).map { _ in
      "--b\r\nContent-Disposition: form-data; name=\"\(pick(Self.names))\"\r\n\r\n"
        + "\(pick(Self.values))\r\n"
    }.joined() + "--b--\r\n"
  }
}
