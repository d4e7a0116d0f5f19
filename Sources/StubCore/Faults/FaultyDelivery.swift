#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a client takes of a response that goes wrong, which may be less than what is sent.
///
/// A client stops reading when the announced length is there: what goes wrong later it never sees.
/// All hosts go by this, so that their journals say the same.
package struct FaultyDelivery: Sendable {
  private let fault: HTTPStubFault
  /// The bytes of the body by the head; `nil` where something else marks its end.
  private let announced: Int?
  private var hasHead = false
  package private(set) var count = 0

  /// `nil` when nothing goes wrong.
  package init?(_ plan: ResponsePlan, method: HTTPMethod) {
    guard let fault = plan.fault else { return nil }
    self.fault = fault
    guard let head = plan.head, method != .head, !head.status.forbidsContent else {
      announced = 0
      return
    }
    let isChunked = head.headers.contains(.transferEncoding)
    announced = isChunked ? nil : head.lastLength
  }

  /// Whether the client has the whole response, as far as it can tell.
  package var isWhole: Bool { hasHead && count >= announced ?? .max }

  /// What the client fails with when it gets the head.
  package var headFailure: NetworkErrorCode? {
    fault.headEdit.rawLines.isEmpty ? nil : fault.clientError
  }

  /// What the client fails with when the script is over; `nil` when it takes that for the end.
  package var endFailure: NetworkErrorCode? {
    if hasHead, let headFailure { return headFailure }
    if isWhole { return nil }
    return fault.clientError ?? (hasHead ? nil : .networkConnectionLost)
  }

  /// How the journal says that the response ended when the script is over.
  package var ending: ResponseEnding { endFailure.map { .failed(.network($0)) } ?? .completed }

  /// The same where the end of a body is marked, however long it is, as in HTTP/2.
  package var markedEnding: ResponseEnding {
    hasHead && announced == nil && headFailure == nil ? .completed : ending
  }

  package mutating func takeHead() { hasHead = true }

  /// The part of the stretch that the client still reads.
  @discardableResult
  package mutating func take(_ range: Range<Int>) -> Range<Int> {
    let taken = range.clamped(to: 0..<max(0, announced ?? .max))
    count += taken.count
    return taken
  }
}

extension ResponseHead {
  /// The last `Content-Length`, by which clients go that do not mind several.
  fileprivate var lastLength: Int? {
    let field = headers[.contentLength].flatMap { Int($0) }
    let lengths = rawFields.filter { $0.name.lowercased() == "content-length" }
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
