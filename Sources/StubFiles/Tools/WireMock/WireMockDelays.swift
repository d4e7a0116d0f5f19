import StubCore

extension Reader {
  /// Reads the delays that settings add to all responses.
  func wireMockDelays(_ value: Value) -> CommonDelays? {
    mapping(value) { mapping in
      mapping.settle(WireMockKeys.settings)
      let fixed = mapping.optional("fixedDelay") { value -> Duration? in
        value.scalar?.kind == .null ? nil : milliseconds(value)
      }
      let distribution = mapping.optional("delayDistribution") { value -> HTTPStubDelay? in
        value.scalar?.kind == .null ? nil : wireMockDistribution(value)
      }
      mapping.read("proxyPassThrough") { value in
        guard value.scalar?.kind != .null, boolean(value) == false else { return }
        report(
          value, found: "\"proxyPassThrough\": false is not supported",
          remedy: "start the server without --proxy-all")
      }
      return CommonDelays(fixed: fixed ?? .zero, random: distribution)
    }
  }

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
