import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A compressed body while secrets are looked for in what it says.
struct PackedBody {
  /// Bytes that a body may have when it is no longer compressed.
  private static let limit = 256 * 1_024 * 1_024

  private let packed: Data
  private let unpacked: Data

  /// Puts the unpacked body in the place of the packed one; `nil` when there is none to unpack.
  init?(unpacking track: inout Cassette.Track) {
    guard track.hidesBody, var response = track.outcome.response,
      let bytes = try? Inflation.inflated(Array(response.body), limit: Self.limit)
    else { return nil }
    packed = response.body
    unpacked = Data(bytes)
    response.body = unpacked
    track.outcome.response = response
  }

  /// Puts the packed body back when there was no secret in it; else the body stays unpacked.
  func pack(_ track: inout Cassette.Track) {
    guard var response = track.outcome.response else { return }
    if response.body == unpacked {
      response.body = packed
    } else {
      response.headers.remove(.contentEncoding)
      if response.headers.contains(.contentLength) {
        response.headers[.contentLength] = String(response.body.count)
      }
    }
    track.outcome.response = response
  }
}

extension Cassette.Track {
  /// Whether the body of the response is compressed.
  var hidesBody: Bool {
    guard let response = outcome.response, !response.body.isEmpty,
      let encoding = response.headers[.contentEncoding], encoding.lowercasedASCII() != "identity"
    else { return false }
    // In-process, bodies are decoded although the field stays.
    return String(validating: response.body, as: UTF8.self) == nil
  }
}

extension RecordedOutcome {
  /// The response, or what there was of it before an error.
  var response: RecordedResponse? {
    get {
      switch self {
      case .response(let response): response
      case .failure(_, let response): response
      }
    }
    set {
      switch (self, newValue) {
      case (.response, let response?): self = .response(response)
      case (.response, nil): break
      case (.failure(let failure, _), let response): self = .failure(failure, after: response)
      }
    }
  }
}
