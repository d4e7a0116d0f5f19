import StubPlatform

/// The part of a faulty response that a client reads, which may be less than the part that is sent.
///
/// A client stops reading after the announced length, so it does not notice later faults. All hosts
/// use this type, so that their journals agree.
struct ClientView: Sendable {
  private let fault: HTTPStubFault
  /// The length of the body according to the head; `nil` if the head does not announce it.
  private let announced: Int?
  private var hasHead = false
  private(set) var count = 0

  /// Creates the view of a client; `nil` if the plan has no fault.
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

  /// Whether the response looks complete to the client.
  var isWhole: Bool { hasHead && count >= announced ?? .max }

  /// The error that the client reports when it gets the head; `nil` if it reports none.
  var headFailure: NetworkErrorCode? {
    fault.headEdit.rawLines.isEmpty ? nil : fault.clientError
  }

  /// The error that the client reports after the last step; `nil` if it sees a regular end.
  private var endFailure: NetworkErrorCode? {
    if hasHead, let headFailure { return headFailure }
    if isWhole { return nil }
    return fault.clientError ?? (hasHead ? nil : .networkConnectionLost)
  }

  /// Returns the ending of the response after the last step, for the journal.
  ///
  /// `isMarked` says that the end of the body is marked independently of its length, as in HTTP/2.
  func ending(isMarked: Bool) -> ResponseEnding {
    if isMarked, hasHead, announced == nil, headFailure == nil { return .completed }
    return endFailure.map { .failed(.network($0)) } ?? .completed
  }

  mutating func takeHead() { hasHead = true }

  /// Returns the part of the range that the client reads, and counts it as read.
  mutating func take(_ range: Range<Int>) -> Range<Int> {
    let taken = range.clamped(to: 0..<max(0, announced ?? .max))
    count += taken.count
    return taken
  }
}

extension ResponseHead {
  /// The value of the last `Content-Length`, which clients use if they accept several.
  fileprivate var lastLength: Int? {
    let field = headers[.contentLength].flatMap { Int($0) }
    let lengths = rawFields.filter { $0.name.equalsIgnoringASCIICase("content-length") }
      .compactMap { $0.value.flatMap { Int($0) } }
    return lengths.last ?? field
  }

  /// The raw lines, each split at its colon; a line without a colon has no value.
  package var rawFields: [(name: String, value: String?)] {
    String(decoding: rawLines, as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts.first ?? ""), parts.count > 1 ? parts[1].trimmingWhitespace() : nil)
    }
  }
}
