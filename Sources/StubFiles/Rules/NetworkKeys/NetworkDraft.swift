import StubCore

/// A line between client and server, gathered while its keys are read.
struct NetworkDraft {
  /// The profile to start from.
  var base: NetworkProfile?
  /// What is different from it, in the order it was written.
  var changes: [@Sendable (inout NetworkProfile) -> Void] = []

  var profile: NetworkProfile {
    guard !changes.isEmpty || base == nil else { return base ?? NetworkProfile(name: "") }
    var profile = base ?? NetworkProfile(name: "custom")
    if let base { profile.name = "\(base.name), changed" }
    for change in changes { change(&profile) }
    return profile
  }
}

extension RuleKeys where Target == NetworkDraft {
  /// The keys of a network; a new one is a word here and a property there.
  static let network = RuleKeys([
    .profile, .download, .upload, .latency, .jitter, .stalls, .outage,
  ])
}

extension ValueReader {
  /// A profile by its name, or a mapping of its figures.
  mutating func network() -> NetworkProfile? {
    guard let members = node.members else { return networkName() }
    if members.isEmpty {
      return mismatch(
        expected: Quotation.oneOf(RuleKeys.network.names), remedy: "try { profile: 3g }")
    }
    var draft = NetworkDraft()
    return mapping { reader in
      reader.members(.network, into: &draft)
      return draft.profile
    }
  }

  mutating func networkName() -> NetworkProfile? {
    choice(among: NetworkProfile.named, named: \.name)
  }
}

extension Schema {
  static var network: Schema {
    .anyOf([networkName, RuleKeys.network.schema.adding("minProperties", 1)])
  }

  static var networkName: Schema { .oneOf(NetworkProfile.named.map(\.name)) }
}

extension NetworkProfile {
  /// Reads a profile as rule files write it, a name or a mapping; findings call the text by a name.
  ///
  /// - Throws: `DiagnosticList` with everything that is wrong.
  package init(ruleText text: String, named name: String) throws(DiagnosticList) {
    self = try RuleText(text, named: name).read(expecting: "a network", remedy: "try 3g") {
      $0.network()
    }
  }
}
