import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The scenes of one request on a tape of YAHTTPVCR.
struct YAHTTPVCRChapter {
  /// The number of a scene's `type`.
  private enum Kind: Int {
    case request
    case response
    case data
    case error
    case closing
  }

  private let position: SourcePosition
  private let path: DocumentPath
  private var request: RecordedRequest?
  private var requestNumber = 0
  private var response: RecordedResponse?
  private var failure: RecordedFailure?
  private var body = Data()
  /// The numbers of the first and the last scene after the request.
  private var numbers: ClosedRange<Int>?
  /// Whether one of its scenes could not be read, which was reported.
  private(set) var isDamaged = false

  init(at position: SourcePosition, path: DocumentPath) {
    self.position = position
    self.path = path
  }

  /// The request with what came back; `nil` when one of the two is missing.
  var track: Cassette.Track? {
    guard !isDamaged, let request, let outcome else { return nil }
    return Cassette.Track(
      request, outcome, place: numbers.map { TapePlace(request: requestNumber, response: $0) },
      origin: HTTPStub.Origin(file: position.file, line: position.line))
  }

  private var outcome: RecordedOutcome? {
    var response = response
    response?.body = body
    if let failure { return .failure(failure, after: response) }
    return response.map { .response($0) }
  }

  /// What is reported when there is no ``track``.
  var incompleteness: FileDiagnostic {
    FileDiagnostic(
      at: position, path: path,
      found: request == nil
        ? "scenes without the request they belong to"
        : "a request without a scene of a response or an error",
      expected: "a request (type 0) and a response (1) or an error (3) with the same \"id\"",
      remedy: "try recording it again, or removing the scenes with this \"id\"")
  }

  /// Reads one more scene, the one with that number on the tape.
  mutating func read(_ scene: inout ValueReader, number: Int) {
    let kind = scene.needed("type") { type in
      type.integer(in: 0...4).flatMap { Kind(rawValue: $0) }
    }
    switch kind {
    case .request:
      request = scene.needed("data") { $0.foundationRequest() }
      requestNumber = number
    case .response:
      let url = request?.url
      response = scene.needed("data") { $0.foundationResponse(to: url) }
    case .data: body += scene.recorded("data") { $0.foundationData() } ?? Data()
    case .error:
      failure = scene.needed("data") { $0.recordedError(describedIn: "info") }
    case .closing, nil: break
    }
    if let kind, kind != .request {
      numbers = min(numbers?.lowerBound ?? number, number)...number
    }
    if scene.diagnostics.hasErrors { isDamaged = true }
  }
}

/// Objects of Foundation, as YAHTTPVCR writes them.
extension ValueReader {
  fileprivate mutating func foundationRequest() -> RecordedRequest? {
    let method = needed("method") { $0.recordedMethod() }
    let url = needed("url") { $0.recordedURL() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded("body") { $0.foundationData() }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  fileprivate mutating func foundationResponse(to requested: String?) -> RecordedResponse? {
    let status = needed("status") { $0.recordedStatus() }
    let url = recorded("url") { $0.recordedURL() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    guard let status else { return nil }
    return RecordedResponse(
      status, headers: headers ?? HTTPHeaders(), url: url == requested ? nil : url)
  }

  fileprivate mutating func foundationData() -> Data? {
    needed("base64") { value in
      if case .bytes? = value.node.scalar?.kind { return value.recordedBytes() }
      return value.recordedBase64()
    }
  }
}
