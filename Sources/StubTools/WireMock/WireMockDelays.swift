import StubCore
import StubDocuments

extension Keys where Target == DefaultDelays {
  /// The keys of settings with delays for all responses.
  static let wireMockSettings = Keys(
    [
      Key("fixedDelay", .nullable(.amount)) { reader, value, delays in
        if let delay = reader.milliseconds(value) { delays.fixed = delay }
      },
      Key("delayDistribution", .nullable(.component("DelayDistribution"))) {
        $2.random = $0.wireMockDistribution($1)
      },
      .idle("extended", .any),
      Key("proxyPassThrough", .nullable(.always)) { reader, value, _ in
        guard reader.boolean(value) == false else { return }
        reader.report(
          value, found: "\"proxyPassThrough\": false is not supported",
          remedy: "start the server without --proxy-all")
      },
    ], nulls: [])
}

extension Schema {
  /// A random delay, as `wireMockDistribution` reads it.
  static var wireMockDistribution: Schema {
    .open(
      [
        ("type", .word(in: ["lognormal", "uniform", "fixed"])), ("median", .amount),
        ("sigma", .amount), ("maxValue", .amount), ("lower", .amount), ("upper", .amount),
        ("milliseconds", .amount),
      ], required: ["type"])
  }
}

extension Reader {
  /// Reads a random delay, with times in milliseconds.
  func wireMockDistribution(_ value: Value) -> HTTPStubDelay? {
    mapping(value) { mapping in
      let kinds: KeyValuePairs<String, String> = [
        "lognormal": "lognormal", "uniform": "uniform", "fixed": "fixed",
      ]
      switch mapping.required("type", { keyword($0, kinds) }) {
      case "lognormal":
        let median = mapping.required("median") { milliseconds($0) }
        let sigma = mapping.required("sigma") { amount($0) }
        let most = mapping.optional("maxValue") { milliseconds($0) }
        guard let median, let sigma else { return nil }
        return .lognormal(median: median, sigma: sigma, max: most)
      case "uniform":
        let lower = mapping.required("lower") { milliseconds($0) }
        let upper = mapping.required("upper") { milliseconds($0) }
        guard let lower, let upper, lower <= upper else {
          if let lower, let upper, lower > upper {
            mapping.report(
              found: "\"lower\" is above \"upper\"", remedy: "swap the two")
          }
          return nil
        }
        return .uniform(lower...upper)
      case "fixed":
        return mapping.required("milliseconds") { milliseconds($0) }.map { .fixed($0) }
      default:
        // The keys of an unknown distribution cannot be checked.
        _ = mapping.rest { _, _ in true }
        return nil
      }
    }
  }
}
