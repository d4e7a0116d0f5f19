import StubLanguages
import StubPlatform

@testable import StubCore

extension FuzzTarget {
  /// Forms, multipart, compressed and other bodies; the first line is the `Content-Type`.
  static let bodies = FuzzTarget("bodies") { input in
    let (type, body) = input.halves
    var headers: HTTPHeaders = [.contentType: type.text, .contentEncoding: "gzip"]
    let data = Data(body.bytes)
    let request = ReceivedRequest(.post, "http://a.example/", headers: headers, body: data)
    _ = (request.formItems, request.json, request.bodyText)
    let boundary = request.contentType?.parameter("boundary") ?? "b"
    switch request.multipart(boundary: boundary) {
    case .success(let parts):
      let total = parts.map(\.body.count).reduce(0, +)
      expect(total <= data.count, "\(total) bytes in the parts of \(data.count)")
    case .failure(let error):
      expect((0...data.count).contains(error.offset), "\(error) in \(data.count) bytes")
    }
    if let inflated = try? Inflation.inflated(body.bytes, limit: 1 << 16) {
      expect(inflated.count <= 1 << 16, "\(inflated.count) bytes")
    }
    _ = headers.decode(data)
    if let message = try? HTTPStubResponse(message: data) { _ = message }
  }
}
