import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// What a client takes of a response that goes wrong, which may be less than what is sent.
///
/// A client stops reading when the announced length is there: what goes wrong later it never sees.
struct FaultyDelivery {
  private let fault: HTTPStubFault
  /// The bytes of the body by the head; `nil` where something else marks its end.
  private let announced: Int?
  private var hasHead = false
  private(set) var count = 0

  /// `nil` when nothing goes wrong.
  init?(_ plan: ResponsePlan, of request: URLRequest) {
    guard let fault = plan.fault else { return nil }
    self.fault = fault
    guard let head = plan.head, request.httpMethod != "HEAD", !head.status.forbidsContent else {
      announced = 0
      return
    }
    let isChunked = head.headers.contains(.transferEncoding)
    announced = isChunked ? nil : head.lastLength
  }

  /// Whether the client has the whole response, as far as it can tell.
  var isWhole: Bool { hasHead && count >= announced ?? .max }

  /// What the client fails with when it gets the head.
  var headFailure: NetworkErrorCode? { fault.headEdit.rawLines.isEmpty ? nil : fault.clientError }

  /// What the client fails with when the connection ends; `nil` when it takes that for the end.
  var endFailure: NetworkErrorCode? {
    fault.clientError ?? (hasHead ? nil : .networkConnectionLost)
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
  /// The last `Content-Length`, by which clients go that do not mind several.
  fileprivate var lastLength: Int? {
    let field = headers[.contentLength].flatMap { Int($0) }
    let lengths = rawText.split(whereSeparator: \.isNewline).compactMap { line -> Int? in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
      return Int(parts[1].trimmingCharacters(in: .whitespaces))
    }
    return lengths.last ?? field
  }

  private var rawText: String { String(decoding: rawLines, as: UTF8.self) }
}
