package import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Compares what came from a server with what was recorded of it.
///
/// Both are compared as a client sees them. A placeholder of a secret stands for any text.
package struct RecordingComparison: Sendable {
  /// Header fields that are not compared.
  package var ignoredHeaders: Set<HTTPHeaderName>

  /// Fields that say when, by which machine or for which request a response was made, and those that
  /// the body says.
  package static let volatileHeaders: Set<HTTPHeaderName> = [
    .date, .contentLength, .setCookie, "Age", "Alt-Svc", "CF-Ray", "Expires", "NEL", "Report-To",
    "Server-Timing", "Via", "X-Amz-Cf-Id", "X-Amzn-Trace-Id", "X-Cache", "X-Correlation-Id",
    "X-Request-Id", "X-Response-Time", "X-Runtime", "X-Served-By", "X-Timer", "X-Trace-Id",
  ]

  package init(ignoring headers: some Sequence<HTTPHeaderName> = []) {
    ignoredHeaders = Self.volatileHeaders.union(headers)
  }

  /// What has changed; empty when the answer is as recorded.
  package func changes(
    from recorded: RecordedOutcome, to found: RecordedOutcome, for method: HTTPMethod
  ) -> [RecordingChange] {
    switch (recorded, found) {
    case (.response(let recorded), .response(let found)):
      return changes(recorded.played(for: method), found.played(for: method))
    case (.failure(let recorded, _), .failure(let found, _)):
      if recorded.domain == found.domain, recorded.code == found.code { return [] }
      return [
        RecordingChange("error", recorded: recorded.inWords, found: found.inWords)
      ]
    case (.response(let response), .failure(let failure, _)):
      return [
        RecordingChange("answer", recorded: response.inWords, found: failure.inWords)
      ]
    case (.failure(let failure, _), .response(let response)):
      return [
        RecordingChange("answer", recorded: failure.inWords, found: response.inWords)
      ]
    }
  }

  private func changes(
    _ recorded: RecordedResponse, _ found: RecordedResponse
  ) -> [RecordingChange] {
    var changes: [RecordingChange] = []
    if recorded.status != found.status {
      changes.append(
        RecordingChange(
          "status", recorded: "\(recorded.status.rawValue)", found: "\(found.status.rawValue)"))
    }
    changes += headerChanges(recorded.headers, found.headers)
    return changes + BodyComparison(recorded.body, found.body).changes
  }

  private func headerChanges(
    _ recorded: HTTPHeaders, _ found: HTTPHeaders
  ) -> [RecordingChange] {
    var names: [HTTPHeaderName] = []
    for field in recorded.fields + found.fields
    where !ignoredHeaders.contains(field.name) && !names.contains(field.name) {
      names.append(field.name)
    }
    return names.compactMap { name in
      let (old, new) = (recorded.values(of: name), found.values(of: name))
      let isSame =
        old.count == new.count
        && zip(old, new).allSatisfy { SecretPlaceholder.matches(recorded: $0, $1) }
      if isSame { return nil }
      return RecordingChange(
        "header \(name.rawName)", recorded: Self.words(old), found: Self.words(new))
    }
  }

  private static func words(_ values: [String]) -> String {
    values.isEmpty
      ? RecordingChange.nothing
      : values.map { RecordingChange.summary($0) }.joined(separator: " and ")
  }
}

extension RecordedResponse {
  fileprivate var inWords: String { "status \(status.rawValue)" }
}

extension RecordedFailure {
  fileprivate var inWords: String {
    message.map { "the error \(RecordingChange.summary($0))" } ?? "the error \(domain) \(code)"
  }
}
