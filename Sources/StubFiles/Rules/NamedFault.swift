import StubCore

/// A fault as rule files name it: the parameters it takes, and what it is with them.
///
/// ```swift
/// extension NamedFault {
///   static let close = NamedFault(
///     "close", "Closes the connection in order when that much of the body is out.", [.after]
///   ) { .close(after: $0.after ?? .bytes(0)) }
/// }
/// ```
struct NamedFault: Sendable {
  let name: String
  /// One sentence, shown by editors.
  let summary: String
  let parameters: Keys<FaultParameters>
  /// The parameters that it cannot be without.
  let required: [String]
  /// The fault; `nil` when a parameter that it needs is missing or wrong.
  let make: @Sendable (FaultParameters) -> HTTPStubFault?

  init(
    _ name: String, _ summary: String, _ parameters: [Key<FaultParameters>] = [],
    required: [String] = [], make: @escaping @Sendable (FaultParameters) -> HTTPStubFault?
  ) {
    self.name = name
    self.summary = summary
    self.parameters = Keys(parameters)
    self.required = required
    self.make = make
  }

  /// All faults; a new one is a value and a word here.
  static let all: [NamedFault] = [
    .neverAnswer, .emptyResponse, .reset, .close, .halfClose, .garbage, .malformedChunk,
    .wrongLength, .slowHead, .stall, .duplicateLength, .invalidHeader, .resetStream, .goAway,
  ]

  /// The least that has to be written.
  var example: JSONObject {
    JSONObject(
      [("type", .string(name))]
        + required.compactMap { name in parameters[name].map { (name, $0.example) } })
  }
}

extension NamedFault {
  static let close = NamedFault(
    "close", "Closes the connection in order when that much of the body is out.", [.after]
  ) { .close(after: $0.after ?? .bytes(0)) }
}

extension NamedFault {
  static let duplicateLength = NamedFault(
    "duplicateLength", "Sends a second, different Content-Length."
  ) { _ in .duplicateLength }
}

extension NamedFault {
  static let emptyResponse = NamedFault(
    "emptyResponse", "Closes the connection without a byte."
  ) { _ in .emptyResponse }
}

extension NamedFault {
  static let garbage = NamedFault(
    "garbage", "Sends bytes that are no HTTP in place of a response, and closes.", [.base64]
  ) { $0.base64.map { .garbage($0) } ?? .garbage }
}

extension NamedFault {
  static let goAway = NamedFault(
    "goAway", "Ends the HTTP/2 connection by GOAWAY.", [.code]
  ) { .goAway(code: $0.code ?? 0) }
}

extension NamedFault {
  static let halfClose = NamedFault(
    "halfClose", "Sends that much of the body and no more, but stays open to the client.", [.after]
  ) { .halfClose(after: $0.after ?? .bytes(0)) }
}

extension NamedFault {
  static let invalidHeader = NamedFault(
    "invalidHeader", "Sends a line among the header fields that is no field."
  ) { _ in .invalidHeader }
}

extension NamedFault {
  static let malformedChunk = NamedFault(
    "malformedChunk", "Announces chunks, sends a line that is none, and closes."
  ) { _ in .malformedChunk }
}

extension NamedFault {
  static let neverAnswer = NamedFault(
    "neverAnswer", "Takes the request and never answers."
  ) { _ in .neverAnswer }
}

extension NamedFault {
  static let reset = NamedFault(
    "reset", "Resets the connection: at once, within the head, or within the body.",
    [.insideHead, .after]
  ) { parameters in
    if let count = parameters.insideHead { return .reset(insideHead: count) }
    return parameters.after.map { .reset(after: $0) } ?? .reset
  }
}

extension NamedFault {
  static let resetStream = NamedFault(
    "resetStream", "Resets the HTTP/2 stream when that much of the body is out.", [.code, .after]
  ) { .resetStream(code: $0.code ?? 2, after: $0.after ?? .bytes(0)) }
}

extension NamedFault {
  static let slowHead = NamedFault(
    "slowHead", "Sends the head byte by byte, then the body as it is.", [.every],
    required: ["every"]
  ) { $0.every.map { .slowHead(every: $0) } }
}

extension NamedFault {
  static let stall = NamedFault(
    "stall", "Stops for good within the head, or when that much of the body is out.",
    [.insideHead, .after]
  ) { parameters in
    if let count = parameters.insideHead { return .stall(insideHead: count) }
    return parameters.after.map { .stall(after: $0) } ?? .stall(after: .bytes(0))
  }
}

extension NamedFault {
  static let wrongLength = NamedFault(
    "wrongLength", "Announces a wrong length, sends the whole body, and closes.", [.by],
    required: ["by"]
  ) { $0.by.map { .wrongLength(by: $0) } }
}
