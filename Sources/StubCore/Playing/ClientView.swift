#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a client takes of a response that goes wrong, which may be less than what is sent.
///
/// A client stops reading when the announced length is there: what goes wrong later it never sees.
/// This holds for all hosts, so that their journals say the same.
struct ClientView: Sendable {
  private let fault: HTTPStubFault
  /// The bytes of the body by the head; `nil` where something else marks its end.
  private let announced: Int?
  private var hasHead = false
  private(set) var count = 0

  /// `nil` when nothing goes wrong.
  init?(_ plan: ResponsePlan, isBodiless: Bool) {
    guard let fault = plan.fault else { return nil }
    self.fault = fault
    guard let head = plan.head, !isBodiless else {
      announced = 0
      return
    }
    let isChunked = head.headers.contains(.transferEncoding)
    announced = isChunked ? nil : head.lastLength
  }

  /// Whether the client has the whole response, as far as it knows.
  var isWhole: Bool { hasHead && count >= announced ?? .max }

  /// What the client fails with when it gets the head.
  var headFailure: NetworkErrorCode? {
    fault.headEdit.rawLines.isEmpty ? nil : fault.clientError
  }

  /// What the client fails with when the script is over; `nil` when it takes that for the end.
  private var endFailure: NetworkErrorCode? {
    if hasHead, let headFailure { return headFailure }
    if isWhole { return nil }
    return fault.clientError ?? (hasHead ? nil : .networkConnectionLost)
  }

  /// How the journal says that the response ended when the script is over.
  ///
  /// Whether the end of the body is marked, independently of its length.
  func ending(isMarked: Bool) -> ResponseEnding {
    if isMarked, hasHead, announced == nil, headFailure == nil { return .completed }
    return endFailure.map { .failed(.network($0)) } ?? .completed
  }

  mutating func takeHead() { hasHead = true }

  /// The part of the stretch that the client still reads.
  mutating func take(_ range: Range<Int>) -> Range<Int> {
    let taken = range.clamped(to: 0..<max(0, announced ?? .max))
    count += taken.count
    return taken
  }
}

extension ResponseHead {
  /// The last `Content-Length`, which clients use that accept several.
  fileprivate var lastLength: Int? {
    let field = headers[.contentLength].flatMap { Int($0) }
    let lengths = rawFields.filter { $0.name.equalsIgnoringASCIICase("content-length") }
      .compactMap { $0.value.flatMap { Int($0) } }
    return lengths.last ?? field
  }

  /// The raw lines, each split at its colon; a line without one has no value.
  package var rawFields: [(name: String, value: String?)] {
    String(decoding: rawLines, as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts.first ?? ""), parts.count > 1 ? parts[1].trimmingWhitespace() : nil)
    }
  }
}
