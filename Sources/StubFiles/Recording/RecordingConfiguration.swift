/// How a cassette is recorded.
public struct RecordingConfiguration: Sendable {
  public var mode: RecordMode
  /// The age at which a recording counts as missing, so that it is made anew; `nil` for never.
  public var expiry: Duration?
  /// Whether, in the mode `all` too, requests that other stubs answer are left to those.
  public var onlyMisses: Bool
  /// What is left out or hidden, one after the other.
  public var filters: [RecordingFilter]
  /// Whether what looks like a secret is hidden, without a filter that says so.
  public var redactsSecrets: Bool
  /// Whether it is noted how long responses took and which pieces they came in.
  public var keepsTiming: Bool

  public init(
    mode: RecordMode = .once, expiry: Duration? = nil, onlyMisses: Bool = false,
    filters: [RecordingFilter] = [], redactsSecrets: Bool = true, keepsTiming: Bool = true
  ) {
    self.mode = mode
    self.expiry = expiry
    self.onlyMisses = onlyMisses
    self.filters = filters
    self.redactsSecrets = redactsSecrets
    self.keepsTiming = keepsTiming
  }

  /// The names whose values are hidden.
  var secretNames: SecretNames {
    var names: SecretNames = redactsSecrets ? .usual : .none
    for filter in filters { names.formUnion(filter.names) }
    return names
  }
}
