import StubCore
package import StubDocuments

extension Key where Target == ResponseDraft {
  package static var delay: Self {
    Self(
      "delay", "The wait before the response: a time, or a distribution.", .delay,
      example: "120ms"
    ) { reader, value, response in
      if value.members != nil {
        response.specification.impairment.delay = reader.randomDelay(value)
      } else if let delay = reader.duration(value) {
        response.specification.timing.beforeHead = delay
      }
    }
  }

  static var gate: Self {
    Self(
      "gate", "The name of a gate that holds the response until it is opened.", .string,
      example: "report"
    ) { reader, value, response in
      guard let name = reader.string(value) else { return }
      response.specification.timing.gate = response.scope.gates.gate(named: name)
    }
  }

  package static var dribble: Self {
    Self(
      "dribble", "Sends the body in equal chunks, the last of them after a time.",
      .object(
        [("chunks", .integer(from: 1)), ("over", .duration)], required: ["chunks", "over"]),
      example: ["chunks": 5, "over": "2s"], beside: ["text": "hello"]
    ) { reader, value, response in
      let pacing = reader.mapping(value) { mapping -> ResponseTiming.Pacing? in
        let chunks = mapping.required("chunks") { reader.integer($0, in: 1...Int.max) }
        let time = mapping.required("over") { reader.duration($0) }
        guard let chunks, let time else { return nil }
        return .dribble(chunks: chunks, over: time)
      }
      if let pacing { response.specification.timing.body = pacing }
    }
  }

  package static var over: Self {
    Self(
      "over", "How long sending the body takes.", .duration, example: "1.5s",
      beside: ["text": "hello"]
    ) { reader, value, response in
      guard let time = reader.duration(value) else { return }
      response.specification.timing.body = .over(time)
    }
  }

  static var speed: Self {
    Self(
      "speed", "The speed of the body: a name, or bytes per second.", .speed, example: "3g",
      beside: ["text": "hello"]
    ) { reader, value, response in
      guard let speed = reader.speed(value) else { return }
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

extension Reader {
  /// Reads a speed: a name, or a number of bytes per second.
  func speed(_ value: Value) -> HTTPConnectionSpeed? {
    let names = HTTPConnectionSpeed.named
    let text = value.scalar?.text ?? ""
    if let known = names.first(where: { $0.key == text.lowercased() }) { return known.value }
    let size = text.hasSuffix("/s") ? String(text.dropLast(2)) : text
    if let count = ByteCount(ruleText: size), count.bytes > 0 {
      return HTTPConnectionSpeed(bytesPerSecond: Double(count.bytes))
    }
    let bits = ByteCount(bitsPerSecond: text).flatMap { $0.bytes > 0 ? $0 : nil }
    return mismatch(
      value, expected: "\(Quotation.oneOf(names.map(\.key))) or a size per second",
      remedy: bits.map { "use \($0.ruleText), which is \(text)" }
        ?? .nearest(to: text, among: names.map(\.key)) ?? "use 3g or 20KB")
  }
}

/// A random delay while its keys are read.
struct DelayDraft {
  var delay: HTTPStubDelay?
}

extension Keys where Target == DelayDraft {
  /// The random distributions of a delay; to add one, write a property and add its name to this
  /// list.
  static let delay = Keys([.uniform, .normal, .lognormal, .oneOf])
}

extension Reader {
  /// Reads a mapping with one random distribution.
  func randomDelay(_ value: Value) -> HTTPStubDelay? {
    let members = value.members ?? []
    if members.isEmpty {
      return mismatch(
        value, expected: Quotation.oneOf(Keys.delay.names), remedy: "use { uniform: [100ms, 2s] }")
    }
    var draft = DelayDraft()
    return mapping(value) { mapping in
      mapping.read(.delay, into: &draft)
      mapping.reportAllButOne(of: Keys.delay.names, among: members)
      return draft.delay
    }
  }
}

extension Schema {
  /// The schema of a delay: a fixed time, or one random distribution.
  package static var delay: Schema {
    .anyOf(
      [.duration]
        + Keys.delay.list.map { key in
          .object(
            [(key.name, key.schema.described(key.summary, example: key.example))],
            required: [key.name])
        })
  }
}

extension Key where Target == DelayDraft {
  static var uniform: Self {
    Self(
      "uniform", "Any time between the two, equally likely.",
      .list(of: .duration).adding("minItems", 2).adding("maxItems", 2), example: ["100ms", "2s"]
    ) { reader, value, draft in
      guard value.elements?.count == 2 else {
        return reader.report(
          value, found: value.summary, expected: "a list of the shortest and the longest time",
          remedy: "use [100ms, 2s]")
      }
      guard let bounds = reader.list(value, { reader.duration($0) }), bounds.count == 2 else {
        return
      }
      guard bounds[0] <= bounds[1] else {
        return reader.report(
          value, found: "a range that ends before it begins", expected: "the shortest time first",
          remedy: "swap the two")
      }
      draft.delay = .uniform(bounds[0]...bounds[1])
    }
  }
}

extension Key where Target == DelayDraft {
  static var normal: Self {
    Self(
      "normal", "The bell curve; values below 0 are 0.",
      .object(
        [("mean", .duration), ("deviation", .duration)], required: ["mean", "deviation"]),
      example: ["mean": "300ms", "deviation": "50ms"]
    ) { reader, value, draft in
      draft.delay = reader.mapping(value) { mapping in
        let mean = mapping.required("mean") { reader.duration($0) }
        let deviation = mapping.required("deviation") { reader.duration($0) }
        guard let mean, let deviation else { return nil }
        return .normal(mean: mean, deviation: deviation)
      }
    }
  }
}

extension Key where Target == DelayDraft {
  static var lognormal: Self {
    Self(
      "lognormal", "Like real services: half of the delays are below the median, a few far above.",
      .object(
        [("median", .duration), ("sigma", .amount), ("max", .duration)],
        required: ["median", "sigma"]),
      example: ["median": "90ms", "sigma": 0.4, "max": "5s"]
    ) { reader, value, draft in
      draft.delay = reader.mapping(value) { mapping in
        let median = mapping.required("median") { reader.duration($0) }
        let sigma = mapping.required("sigma") { reader.amount($0) }
        let most = mapping.optional("max") { reader.duration($0) }
        guard let median, let sigma else { return nil }
        return .lognormal(median: median, sigma: sigma, max: most)
      }
    }
  }
}

extension Key where Target == DelayDraft {
  static var oneOf: Self {
    Self(
      "oneOf", "One of the times, equally likely.",
      .list(of: .duration).adding("minItems", 1), example: ["20ms", "20ms", "3s"]
    ) { reader, value, draft in
      guard let delays = reader.list(value, { reader.duration($0) }) else { return }
      guard !value.eachElement.isEmpty else {
        return reader.report(
          value, found: "an empty list", expected: "at least one time", remedy: "use [20ms, 3s]")
      }
      if !delays.isEmpty { draft.delay = .oneOf(delays) }
    }
  }
}
