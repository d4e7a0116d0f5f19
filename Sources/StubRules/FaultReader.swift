package import StubCore
package import StubDocuments
import StubPlatform

extension Reader {
  /// Reads a fault, which is a name, or a mapping with a type and parameters.
  ///
  /// `readMore` reads further keys of the mapping.
  package func fault(
    _ value: Value, _ readMore: (Mapping) -> Void = { _ in }
  ) -> HTTPStubFault? {
    guard let members = value.members else { return faultWithoutParameters(value) }
    return mapping(value) { mapping in
      let named = mapping.required("type") { namedFault($0) }
      readMore(mapping)
      guard let named else {
        // The keys of an unknown fault cannot be checked.
        _ = mapping.rest { _, _ in true }
        return nil
      }
      for key in named.required { mapping.reportIfMissing(key.rawValue) }
      var arguments = FaultArguments()
      mapping.read(Keys(named.parameters.map(\.key)), into: &arguments)
      mapping.reportAllButOne(of: ["insideHead", "after"], among: members)
      return named.make(arguments)
    }
  }

  private func faultWithoutParameters(_ value: Value) -> HTTPStubFault? {
    guard let named = namedFault(value) else { return nil }
    guard let missing = named.required.first else { return named.make(FaultArguments()) }
    let members = named.example.members.map { member in
      if case .string(let text) = member.value { return "\(member.name): \(text)" }
      return "\(member.name): \(member.value.text())"
    }
    report(
      value, found: "\(Quotation.of(named.name)) needs \(Quotation.of(missing.rawValue))",
      remedy: "use { \(members.joined(separator: ", ")) }")
    return nil
  }

  private func namedFault(_ value: Value) -> FaultKind<HTTPStubFault>? {
    choice(value, among: FaultKind.all, named: \.name)
  }
}

extension FaultKind {
  /// An example for rule files, which has only the required parameters.
  package var example: JSONObject {
    JSONObject(
      [("type", .string(name))] + required.map { ($0.rawValue, $0.key.example) })
  }
}

extension Schema {
  /// Returns the schema of a fault, which is a name, or a mapping with a type, parameters and the
  /// keys `others`.
  package static func fault(with others: [(String, Schema)] = []) -> Schema {
    let kinds = FaultKind<HTTPStubFault>.all
    let mappings = kinds.map { kind in
      let keys = kind.parameters.map { parameter in
        let key = parameter.key
        return (key.name, key.schema.described(key.summary, example: key.example))
      }
      let mapping = Schema.object(
        [("type", Schema(["const": .string(kind.name)]))] + keys + others,
        required: ["type"] + kind.required.map(\.rawValue)
      ).adding("description", .string(kind.summary))
      guard kind.parameters.contains(.insideHead), kind.parameters.contains(.after) else {
        return mapping
      }
      return mapping.adding("not", ["required": ["insideHead", "after"]])
    }
    return .anyOf([.oneOf(kinds.filter(\.required.isEmpty).map(\.name))] + mappings)
  }
}

extension FaultParameter {
  /// The parameter's key in rule files.
  package var key: Key<FaultArguments> {
    switch self {
    case .after: .after
    case .insideHead: .insideHead
    case .by: .by
    case .every: .every
    case .base64: .base64
    case .code: .code
    case .delay: .delay
    }
  }
}

extension Key where Target == FaultArguments {
  package static var after: Self {
    Self(
      "after", "How much of the body is sent first: bytes, percent, or for how long.", .bodyShare,
      example: "50%"
    ) { reader, value, fault in fault.after = reader.bodyShare(value) }
  }

  static var insideHead: Self {
    Self(
      "insideHead", "How many bytes of the head are sent first.", .integer(from: 0), example: 20
    ) { reader, value, fault in fault.insideHead = reader.integer(value, in: 0...Int.max) }
  }

  package static var by: Self {
    Self(
      "by", "The number added to the length of the body; can be negative.", .integer(in: offsets),
      example: 10
    ) { reader, value, fault in fault.by = reader.integer(value, in: offsets) }
  }

  package static var every: Self {
    Self("every", "The time between two bytes.", .duration, example: "100ms") {
      reader, value, fault in
      fault.every = reader.duration(value)
    }
  }

  package static var base64: Self {
    Self("base64", "The bytes in base64.", .string, example: "AP8A") { reader, value, fault in
      fault.base64 = reader.base64(value)
    }
  }

  package static var delay: Self {
    Self("delay", "How long nothing happens first.", .duration, example: "2s") {
      reader, value, fault in
      fault.delay = reader.duration(value)
    }
  }

  package static var code: Self {
    Self(
      "code", "The HTTP/2 error code (RFC 9113 §7), by name or number.",
      .anyOf([.oneOf(Reader.errorCodes), .integer(in: 0...Int(UInt32.max))]),
      example: "REFUSED_STREAM"
    ) { reader, value, fault in fault.code = reader.errorCode(value) }
  }
}

private let offsets = -1_000_000_000_000...1_000_000_000_000

extension Schema {
  fileprivate static var bodyShare: Schema {
    Schema([
      "type": ["string", "integer"], "minimum": 0,
      "pattern": "^[0-9]+(\\.[0-9]+)? ?(%|[Bb]|[KkMmGg]([Ii])?[Bb]|us|µs|μs|ms|s|m|min|h)?$",
    ])
  }
}

extension Reader {
  /// Reads bytes such as `2KB`, a percentage such as `50%`, or a time such as `2s`.
  fileprivate func bodyShare(_ value: Value) -> BodyShare? {
    let text = value.scalar?.text ?? ""
    if text.hasSuffix("%") {
      let digits = text.dropLast()
      if digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let percent = Double(digits), percent <= 100
      {
        return .percent(percent)
      }
    } else if let count = ByteCount(ruleText: text), !text.isFractionOfByte {
      return .bytes(count.bytes)
    }
    if let unit = text.utf8.last, "smh".utf8.contains(unit) || text.hasSuffix("min"),
      let time = Reader().duration(value)
    {
      return .time(time)
    }
    return mismatch(
      value, expected: "a number of bytes, a percentage of the body from 0% to 100%, or a time",
      remedy: text.isFractionOfByte ? "use \"50%\" for half of it" : "use 100, 2KB, 50% or 2s")
  }

  /// The names of the HTTP/2 error codes, indexed by their numbers.
  static let errorCodes = [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
    "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
    "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
  ]

  fileprivate func errorCode(_ value: Value) -> UInt32? {
    if case .integer? = value.scalar?.kind {
      return integer(value, in: 0...Int(UInt32.max)).map { UInt32($0) }
    }
    return choice(value, among: Array(Self.errorCodes.enumerated()), named: \.element).map {
      UInt32($0.offset)
    }
  }
}

extension String {
  /// Whether the text is a number of bytes with a decimal point, which was probably meant as a
  /// share of the body.
  fileprivate var isFractionOfByte: Bool {
    contains(".") && allSatisfy { $0.isNumber || ". bB".contains($0) }
  }
}
