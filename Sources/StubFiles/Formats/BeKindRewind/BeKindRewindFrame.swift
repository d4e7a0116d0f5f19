import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What happened to a request at one moment.
struct BeKindRewindFrame {
  enum Kind {
    case request(RecordedRequest)
    /// A response that led elsewhere, and the request that followed it.
    case redirect(RecordedResponse, next: RecordedRequest?)
    case response(RecordedResponse)
    case data(Data)
    case failure(RecordedFailure)
  }

  let kind: Kind
  /// In seconds since 1970.
  let time: Double
  /// Whether the time tells how long something took; old files have whole seconds.
  let isExact: Bool
}

extension ValueReader {
  mutating func beKindRewindFrame() -> BeKindRewindFrame? {
    let kind = needed("class") { $0.beKindRewindKind() }
    var isExact = true
    let time = needed("creationDate") { date -> Double? in
      isExact = date.node.scalar?.kind != .string
      return (isExact ? date.recordedEpoch() : date.recordedDate())?.timeIntervalSince1970
    }
    guard let kind, let content = kind(&self), let time else { return nil }
    return BeKindRewindFrame(kind: content, time: time, isExact: isExact)
  }

  /// How to read the other keys of a frame of that class.
  private mutating func beKindRewindKind() -> ((inout ValueReader) -> BeKindRewindFrame.Kind?)? {
    switch text() {
    case "BKRRequestFrame", "BKROriginalRequestFrame", "BKRCurrentRequestFrame":
      return { frame in frame.beKindRewindRequest().map { .request($0) } }
    case "BKRRedirectFrame":
      return { frame in
        let next = frame.recorded("request") { $0.beKindRewindRequest() }
        return frame.needed("response") { $0.beKindRewindResponse() }
          .map { .redirect($0, next: next) }
      }
    case "BKRResponseFrame": return { frame in frame.beKindRewindResponse().map { .response($0) } }
    case "BKRDataFrame":
      return { frame in frame.needed("data") { $0.beKindRewindBytes() }.map { .data($0) } }
    case "BKRErrorFrame":
      return { frame in frame.recordedError(describedIn: "userInfo").map { .failure($0) } }
    case nil: return nil
    default:
      return mismatch(
        expected: "a class of BeKindRewind's frames, such as \"BKRResponseFrame\"",
        remedy: "try recording it again")
    }
  }

  private mutating func beKindRewindRequest() -> RecordedRequest? {
    let method = node.hasValue("HTTPMethod") ? recorded("HTTPMethod") { $0.recordedMethod() } : .get
    let url = needed("URL") { $0.recordedURL() }
    let headers = recorded("allHTTPHeaderFields") { $0.recordedHeaders() }
    let body = recorded("HTTPBody") { $0.beKindRewindBytes() }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  private mutating func beKindRewindResponse() -> RecordedResponse? {
    let url = needed("URL") { $0.recordedURL() }
    // A response that is not one of HTTP has no status.
    let status = node.hasValue("statusCode") ? recorded("statusCode") { $0.recordedStatus() } : .ok
    let headers = recorded("allHeaderFields") { $0.recordedHeaders() }
    guard let url, let status else { return nil }
    return RecordedResponse(status, headers: headers ?? HTTPHeaders(), url: url)
  }

  private mutating func beKindRewindBytes() -> Data? {
    if case .bytes? = node.scalar?.kind { return recordedBytes() }
    return mismatch(expected: "<data>", remedy: "try recording it again")
  }
}
