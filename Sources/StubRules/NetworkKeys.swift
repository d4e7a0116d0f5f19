package import StubCore
package import StubDocuments

/// A network profile while its keys are read.
struct NetworkDraft {
  /// The profile to which the changes are applied; `nil` for one without limits.
  var base: NetworkProfile?
  /// The changes to the base profile, in their order.
  var changes: [@Sendable (inout NetworkProfile) -> Void] = []

  var profile: NetworkProfile {
    guard !changes.isEmpty || base == nil else { return base ?? NetworkProfile(name: "") }
    var profile = base ?? NetworkProfile(name: "custom")
    if let base { profile.name = "\(base.name), changed" }
    for change in changes { change(&profile) }
    return profile
  }
}

extension Keys where Target == NetworkDraft {
  /// The keys of a network; to add one, write a property and add its name to this list.
  static let network = Keys([
    .profile, .download, .upload, .latency, .jitter, .stalls, .outage,
  ])
}

extension Reader {
  /// Reads a profile by its name, or a mapping of its values.
  func network(_ value: Value) -> NetworkProfile? {
    guard let members = value.members else { return networkName(value) }
    if members.isEmpty {
      return mismatch(
        value, expected: Quotation.oneOf(Keys.network.names), remedy: "use { profile: 3g }")
    }
    var draft = NetworkDraft()
    return mapping(value) { mapping in
      mapping.read(.network, into: &draft)
      return draft.profile
    }
  }

  func networkName(_ value: Value) -> NetworkProfile? {
    choice(value, among: NetworkProfile.named, named: \.name)
  }
}

extension Schema {
  static var network: Schema {
    .anyOf([networkName, Keys.network.schema.adding("minProperties", 1)])
  }

  static var networkName: Schema { .oneOf(NetworkProfile.named.map(\.name)) }
}

extension NetworkProfile {
  /// Reads a profile as rule files write it: a name, or a mapping.
  ///
  /// `name` is the name of the text in findings.
  ///
  /// - Throws: `DiagnosticList` with all errors.
  package init(ruleText text: String, named name: String) throws(DiagnosticList) {
    self = try RuleText(text, named: name).read(expecting: "a network", remedy: "use 3g") {
      $0.network($1)
    }
  }
}

extension Key where Target == NetworkDraft {
  static var profile: Self {
    Self("profile", "The named profile to start from.", .networkName, example: "3g") {
      reader, value, network in network.base = reader.networkName(value)
    }
  }

  static var download: Self {
    Self(
      "download", "The speed of responses: a name, or bytes per second.", .speed,
      example: "20KB"
    ) { reader, value, network in
      guard let speed = reader.speed(value) else { return }
      network.changes.append { $0.download = speed }
    }
  }

  static var upload: Self {
    Self(
      "upload", "The speed of request bodies: a name, or bytes per second.", .speed,
      example: "10KB"
    ) { reader, value, network in
      guard let speed = reader.speed(value) else { return }
      network.changes.append { $0.upload = speed }
    }
  }

  static var latency: Self {
    Self("latency", "A delay of every response.", .duration, example: "300ms") {
      reader, value, network in
      guard let latency = reader.duration(value) else { return }
      network.changes.append { $0.latency = latency }
    }
  }

  static var jitter: Self {
    Self(
      "jitter", "The largest random delay that is added to the latency.", .duration,
      example: "50ms"
    ) { reader, value, network in
      guard let jitter = reader.duration(value) else { return }
      network.changes.append { $0.jitter = jitter }
    }
  }

  static var stalls: Self {
    Self(
      "stalls", "Times in which no bytes are sent: how often, and how long.",
      .object([("every", .duration), ("lasting", .duration)], required: ["every", "lasting"]),
      example: ["every": "10s", "lasting": "1s"]
    ) { reader, value, network in
      guard let stalls = reader.stalls(value) else { return }
      network.changes.append { $0.stalls = stalls }
    }
  }

  static var outage: Self {
    Self(
      "outage", "A fault of every response.", .fault(), example: "neverAnswer"
    ) { reader, value, network in
      guard let fault = reader.fault(value) else { return }
      network.changes.append { $0.outage = fault }
    }
  }
}

extension Reader {
  fileprivate func stalls(_ value: Value) -> NetworkProfile.Stalls? {
    let times = mapping(value) { mapping -> (every: Duration, lasting: Duration)? in
      let every = mapping.required("every") { duration($0) }
      let lasting = mapping.required("lasting") { duration($0) }
      guard let every, let lasting else { return nil }
      return (every, lasting)
    }
    guard let (every, lasting) = times else { return nil }
    // Timers are not precise enough for a shorter pause between two stalls.
    guard every - lasting >= .milliseconds(1) else {
      report(
        value, found: "stalls that leave no time between them",
        expected: "\"lasting\" to be at least 1ms shorter than \"every\"",
        remedy: "use { every: 10s, lasting: 1s }")
      return nil
    }
    return NetworkProfile.Stalls(every: every, lasting: lasting)
  }
}
