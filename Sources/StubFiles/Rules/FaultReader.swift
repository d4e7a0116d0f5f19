import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Reader {
  /// A fault by its name, or as a mapping of its type, its parameters and what `readMore` reads.
  func fault(
    _ value: Value, _ readMore: (Mapping) -> Void = { _ in }
  ) -> HTTPStubFault? {
    guard let members = value.members else { return faultWithoutParameters(value) }
    return mapping(value) { mapping in
      let named = mapping.required("type") { namedFault($0) }
      readMore(mapping)
      guard let named else {
        // Nobody can tell what belongs to a fault that is not known.
        _ = mapping.rest { _, _ in true }
        return nil
      }
      for key in named.required { mapping.reportIfMissing(key) }
      var parameters = FaultParameters()
      mapping.read(named.parameters, into: &parameters)
      mapping.reportAllButOne(of: ["insideHead", "after"], among: members)
      return named.make(parameters)
    }
  }

  private func faultWithoutParameters(_ value: Value) -> HTTPStubFault? {
    guard let named = namedFault(value) else { return nil }
    guard let missing = named.required.first else { return named.make(FaultParameters()) }
    let members = named.example.members.map { member in
      if case .string(let text) = member.value { return "\(member.name): \(text)" }
      return "\(member.name): \(member.value.text())"
    }
    return mismatch(
      value, expected: "\(Quotation.of(missing)) beside it",
      remedy: "try { \(members.joined(separator: ", ")) }")
  }

  private func namedFault(_ value: Value) -> NamedFault? {
    choice(value, among: NamedFault.all, named: \.name)
  }
}

extension Schema {
  /// A fault by its name, or with its parameters and other keys.
  static func fault(with others: [(String, Schema)] = []) -> Schema {
    let words = NamedFault.all.filter(\.required.isEmpty).map(\.name)
    let mappings = NamedFault.all.map { fault in
      let keys = fault.parameters.list.map { key in
        (key.name, key.schema.described(key.summary, example: key.example))
      }
      let mapping = Schema.object(
        [("type", Schema(["const": .string(fault.name)]))] + keys + others,
        required: ["type"] + fault.required
      ).adding("description", .string(fault.summary))
      guard fault.parameters["insideHead"] != nil, fault.parameters["after"] != nil else {
        return mapping
      }
      return mapping.adding("not", ["required": ["insideHead", "after"]])
    }
    return .anyOf([.oneOf(words)] + mappings)
  }
}

/// What faults take beside their type, gathered while it is read.
struct FaultParameters {
  var after: BodyShare?
  var insideHead: Int?
  var by: Int?
  var every: Duration?
  var base64: Data?
  var code: UInt32?
}

extension Key where Target == FaultParameters {
  static var after: Self {
    Self(
      "after", "How much of the body goes out first: bytes or percent.", .bodyShare,
      example: "50%"
    ) { reader, value, fault in fault.after = reader.bodyShare(value) }
  }

  static var insideHead: Self {
    Self(
      "insideHead", "How many bytes of the head go out first.", .integer(from: 0), example: 20
    ) { reader, value, fault in fault.insideHead = reader.integer(value, in: 0...Int.max) }
  }

  static var by: Self {
    Self(
      "by", "What is added to the length of the body; negative for less.", .integer(in: offsets),
      example: 10
    ) { reader, value, fault in fault.by = reader.integer(value, in: offsets) }
  }

  static var every: Self {
    Self("every", "The time between two bytes.", .duration, example: "100ms") {
      reader, value, fault in
      fault.every = reader.duration(value)
    }
  }

  static var base64: Self {
    Self("base64", "The bytes in base64.", .string, example: "AP8A") { reader, value, fault in
      fault.base64 = reader.base64(value)
    }
  }

  static var code: Self {
    Self(
      "code", "The HTTP/2 error code (RFC 9113 §7), by name or number.",
      .anyOf([.oneOf(codes), .integer(in: 0...Int(UInt32.max))]), example: "REFUSED_STREAM"
    ) { reader, value, fault in fault.code = reader.errorCode(value) }
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

extension Reader {
  /// Bytes such as `2KB`, or percent such as `50%`.
  fileprivate func bodyShare(_ value: Value) -> BodyShare? {
    let text = value.scalar?.text ?? ""
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
      value, expected: "a number of bytes, or a percentage of the body from 0% to 100%",
      remedy: "try 100, 2KB or 50%")
  }

  fileprivate func errorCode(_ value: Value) -> UInt32? {
    if case .integer? = value.scalar?.kind {
      return integer(value, in: 0...Int(UInt32.max)).map { UInt32($0) }
    }
    return choice(value, among: Array(codes.enumerated()), named: \.element).map {
      UInt32($0.offset)
    }
  }
}
