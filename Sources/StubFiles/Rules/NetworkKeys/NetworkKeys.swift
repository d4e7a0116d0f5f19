import StubCore

extension RuleKey where Target == NetworkDraft {
  static var profile: Self {
    Self("profile", "The named profile to start from.", .networkName, example: "3g") {
      value, network in network.base = value.networkName()
    }
  }

  static var download: Self {
    Self(
      "download", "The speed towards the client: a name, or bytes per second.", .speed,
      example: "20KB"
    ) { value, network in
      guard let speed = value.speed() else { return }
      network.changes.append { $0.download = speed }
    }
  }

  static var upload: Self {
    Self(
      "upload", "The speed towards the server: a name, or bytes per second.", .speed,
      example: "10KB"
    ) { value, network in
      guard let speed = value.speed() else { return }
      network.changes.append { $0.upload = speed }
    }
  }

  static var latency: Self {
    Self("latency", "What each response is late by.", .duration, example: "300ms") {
      value, network in
      guard let latency = value.duration() else { return }
      network.changes.append { $0.latency = latency }
    }
  }

  static var jitter: Self {
    Self(
      "jitter", "The most that a response is late by in addition, drawn evenly.", .duration,
      example: "50ms"
    ) { value, network in
      guard let jitter = value.duration() else { return }
      network.changes.append { $0.jitter = jitter }
    }
  }

  static var stalls: Self {
    Self(
      "stalls", "Moments at which nothing moves: how often, and how long.",
      .object([("every", .duration), ("lasting", .duration)], required: ["every", "lasting"]),
      example: ["every": "10s", "lasting": "1s"]
    ) { value, network in
      guard let stalls = value.stalls() else { return }
      network.changes.append { $0.stalls = stalls }
    }
  }

  static var outage: Self {
    Self(
      "outage", "The fault that every response meets.", .fault(), example: "neverAnswer"
    ) { value, network in
      guard let fault = value.fault() else { return }
      network.changes.append { $0.outage = fault }
    }
  }
}

extension ValueReader {
  fileprivate mutating func stalls() -> NetworkProfile.Stalls? {
    let times = mapping { reader -> (every: Duration, lasting: Duration)? in
      let every = reader.required("every") { $0.duration() }
      let lasting = reader.required("lasting") { $0.duration() }
      guard let every, let lasting else { return nil }
      return (every, lasting)
    }
    guard let (every, lasting) = times else { return nil }
    // A shorter pause between two stalls is beyond what any timer can keep.
    guard every - lasting >= .milliseconds(1) else {
      report(
        found: "stalls that leave no time between them",
        expected: "\"lasting\" to be at least 1ms shorter than \"every\"",
        remedy: "try { every: 10s, lasting: 1s }")
      return nil
    }
    return NetworkProfile.Stalls(every: every, lasting: lasting)
  }
}
