import StubCore

extension RuleKey where Target == ResponseDraft {
  static var delay: Self {
    Self(
      "delay", "The wait before the response goes out: a time, or how it is drawn.", .delay,
      example: "120ms"
    ) { value, response in
      if value.node.members != nil {
        response.specification.trouble.delay = value.randomDelay()
      } else if let delay = value.duration() {
        response.specification.timing.beforeHead = delay
      }
    }
  }

  static var hold: Self {
    Self(
      "hold", "The name of a gate that holds the response until Swift code opens it.", .string,
      example: "report"
    ) { value, response in
      guard let name = value.string() else { return }
      response.specification.timing.gate = response.scope.gates.gate(named: name)
    }
  }

  static var dribble: Self {
    Self(
      "dribble", "Sends the body in equal chunks, the last of them after a time.",
      .object(
        [("chunks", .integer(from: 1)), ("over", .duration)], required: ["chunks", "over"]),
      example: ["chunks": 5, "over": "2s"]
    ) { value, response in
      let pacing = value.mapping { reader -> ResponseTiming.Pacing? in
        let chunks = reader.required("chunks") { $0.integer(in: 1...Int.max) }
        let time = reader.required("over") { $0.duration() }
        guard let chunks, let time else { return nil }
        return .dribble(chunks: chunks, over: time)
      }
      if let pacing { response.specification.timing.body = pacing }
    }
  }

  static var over: Self {
    Self("over", "The time over which the body is spread.", .duration, example: "1.5s") {
      value, response in
      guard let time = value.duration() else { return }
      response.specification.timing.body = .over(time)
    }
  }

  static var speed: Self {
    Self(
      "speed", "The speed of the body: a name, or bytes per second.", .speed, example: "3g"
    ) { value, response in
      guard let speed = value.speed() else { return }
      response.specification.timing.body = .rate(speed.bytesPerSecond)
    }
  }
}

extension Schema {
  static var duration: Schema {
    Schema([
      "type": ["string", "number"], "minimum": 0,
      "pattern": "^[0-9]+(\\.[0-9]+)? ?(us|µs|μs|ms|s|m|min|h)?$",
    ])
  }

  static var speed: Schema {
    .anyOf([
      .oneOf(HTTPConnectionSpeed.named.map(\.key)),
      Schema(["type": "number", "exclusiveMinimum": 0]),
      Schema([
        "type": "string",
        "pattern": "^[0-9]+(\\.[0-9]+)? ?([Bb]|[KkMmGg]([Ii])?[Bb])?(/s)?$",
      ]),
    ])
  }
}

extension ValueReader {
  /// A speed: one of the names, or a size, which is meant per second.
  mutating func speed() -> HTTPConnectionSpeed? {
    let names = HTTPConnectionSpeed.named
    let text = node.scalar?.text ?? ""
    if let known = names.first(where: { $0.key == text.lowercased() }) { return known.value }
    let size = text.hasSuffix("/s") ? String(text.dropLast(2)) : text
    if let count = ByteCount.parse(size), count > 0 {
      return HTTPConnectionSpeed(bytesPerSecond: Double(count))
    }
    return mismatch(
      expected: "\(Quotation.oneOf(names.map(\.key))) or a size per second",
      remedy: NearestName.to(text, among: names.map(\.key))
        .map { "did you mean \(Quotation.of($0))?" } ?? "try 3g or 20KB")
  }
}
