import StubCore
import Synchronization

extension CassetteConfiguration {
  /// What holds where no layer says otherwise.
  public static let defaults: CassetteConfiguration = {
    var defaults = CassetteConfiguration(
      matching: [.method, .url], answersAnyHost: false, keepsTrackOrder: false,
      ending: .repeatLast, playback: .momentary)
    defaults.ignoredQueryParameters = []
    defaults.ignoredBodyKeys = []
    defaults.ignoredHeaders = []
    return defaults
  }()

  private static let sharedStorage = Mutex(CassetteConfiguration())

  /// The layer for all cassettes of the process that are inserted from now on; empty at first.
  public static var shared: CassetteConfiguration {
    get { sharedStorage.withLock { $0 } }
    set { sharedStorage.withLock { $0 = newValue } }
  }

  /// Changes ``shared`` in one step; what an earlier call has set and this one does not stays.
  public static func configureShared(_ change: (inout CassetteConfiguration) -> Void) {
    sharedStorage.withLock { change(&$0) }
  }

  /// This layer with what it leaves open taken from an outer one; neither is changed.
  public func merged(over outer: CassetteConfiguration) -> CassetteConfiguration {
    var merged = self
    merged.takeMatching(from: outer)
    merged.takeReplaying(from: outer)
    return merged
  }

  /// This layer over ``shared`` over ``defaults``.
  public var resolved: CassetteConfiguration {
    merged(over: Self.shared).merged(over: .defaults)
  }

  private mutating func takeMatching(from outer: CassetteConfiguration) {
    matching = matching ?? outer.matching
    ignoredQueryParameters = ignoredQueryParameters ?? outer.ignoredQueryParameters
    ignoredBodyKeys = ignoredBodyKeys ?? outer.ignoredBodyKeys
    ignoredHeaders = ignoredHeaders ?? outer.ignoredHeaders
    answersAnyHost = answersAnyHost ?? outer.answersAnyHost
    matchers.merge(outer.matchers) { inner, _ in inner }
  }

  private mutating func takeReplaying(from outer: CassetteConfiguration) {
    keepsTrackOrder = keepsTrackOrder ?? outer.keepsTrackOrder
    ending = ending ?? outer.ending
    playback = playback ?? outer.playback
  }
}
