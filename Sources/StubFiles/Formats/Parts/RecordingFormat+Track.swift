import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RecordedRequest {
  /// A request as read; an empty body is none, for few formats tell the two apart.
  init(
    reading method: HTTPMethod, _ url: String, httpVersion: String? = nil,
    headers: HTTPHeaders?, body: Data?
  ) {
    self.init(
      method, url, httpVersion: httpVersion, headers: headers ?? HTTPHeaders(),
      body: body?.isEmpty ?? true ? nil : body)
  }
}

extension RecordedResponse {
  /// A response as read; its URL is kept only where it is not the request's.
  init(
    reading status: RecordedStatus, headers: HTTPHeaders?, body: Data?, url: String? = nil,
    of request: RecordedRequest
  ) {
    self.init(
      status.code, reason: status.reason, httpVersion: status.version,
      headers: headers ?? HTTPHeaders(), body: body ?? Data(),
      url: url == request.url ? nil : url)
  }
}

extension ValueReader {
  /// Where a track was read from.
  var trackOrigin: HTTPStub.Origin {
    HTTPStub.Origin(file: position.file, line: position.line)
  }
}
