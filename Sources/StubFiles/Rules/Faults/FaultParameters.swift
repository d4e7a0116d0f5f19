import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What faults take beside their type, gathered while it is read.
struct FaultParameters {
  var after: BodyShare?
  var insideHead: Int?
  var by: Int?
  var every: Duration?
  var base64: Data?
  var code: UInt32?
}

extension RuleKey where Target == FaultParameters {
  static var after: Self {
    Self(
      "after", "How much of the body goes out first: bytes or percent.", .bodyShare,
      example: "50%"
    ) { value, fault in fault.after = value.bodyShare() }
  }

  static var insideHead: Self {
    Self(
      "insideHead", "How many bytes of the head go out first.", .integer(from: 0), example: 20
    ) { value, fault in fault.insideHead = value.integer(in: 0...Int.max) }
  }

  static var by: Self {
    Self(
      "by", "What is added to the length of the body; negative for less.", .integer(in: offsets),
      example: 10
    ) { value, fault in fault.by = value.integer(in: offsets) }
  }

  static var every: Self {
    Self("every", "The time between two bytes.", .duration, example: "100ms") { value, fault in
      fault.every = value.duration()
    }
  }

  static var base64: Self {
    Self("base64", "The bytes in base64.", .string, example: "AP8A") { value, fault in
      fault.base64 = value.base64()
    }
  }

  static var code: Self {
    Self(
      "code", "The HTTP/2 error code (RFC 9113 §7), by name or number.",
      .anyOf([.oneOf(codes), .integer(in: 0...Int(UInt32.max))]), example: "REFUSED_STREAM"
    ) { value, fault in fault.code = value.errorCode() }
  }
}

private let offsets = -1_000_000_000_000...1_000_000_000_000

/// The names of HTTP/2 error codes, each at the place of its number.
private let codes = [
  "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
  "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
  "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
]

extension Schema {
  fileprivate static var bodyShare: Schema {
    Schema([
      "type": ["string", "integer"], "minimum": 0,
      "pattern": "^[0-9]+(\\.[0-9]+)? ?(%|[Bb]|[KkMmGg]([Ii])?[Bb])?$",
    ])
  }
}

extension ValueReader {
  /// Bytes such as `2KB`, or percent such as `50%`.
  fileprivate mutating func bodyShare() -> BodyShare? {
    let text = node.scalar?.text ?? ""
    if text.hasSuffix("%") {
      let digits = text.dropLast()
      if digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let percent = Double(digits), percent <= 100
      {
        return .percent(percent)
      }
    } else if let count = ByteCount.parse(text) {
      return .bytes(count)
    }
    return mismatch(
      expected: "a number of bytes, or a percentage of the body from 0% to 100%",
      remedy: "try 100, 2KB or 50%")
  }

  fileprivate mutating func errorCode() -> UInt32? {
    if case .integer? = node.scalar?.kind {
      return integer(in: 0...Int(UInt32.max)).map { UInt32($0) }
    }
    return choice(among: Array(codes.enumerated()), named: \.element).map { UInt32($0.offset) }
  }
}
