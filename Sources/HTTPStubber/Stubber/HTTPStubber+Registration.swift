extension HTTPStubber {
  /// Answers every `URLSession` of the process from now on, until ``disable()``.
  ///
  /// This reaches `URLSession.shared` and sessions with any configuration; on Linux also those made
  /// before. On Apple's platforms, sessions other than `shared` must be made after the first call.
  /// Sessions that belong to a stubber, by its ``session``, ``configuration`` or ``configure(_:)``, stay
  /// with that one. If several stubbers are enabled, the one enabled last is asked first; a request that
  /// it would let pass through goes to the next. An enabled stubber lives until it is disabled.
  ///
  /// Prefer ``session`` in tests that run in parallel: a process has only one set of enabled stubbers.
  ///
  /// If this version of Foundation is unknown, only `URLSession.shared` is reached, and only if this is
  /// called before the process has made its first `URLSession`. If it is too late for that, the
  /// `onWarning` handler is told.
  public func enable() {
    guard EnabledStubbers.shared.add(self) else { return }
    endpoint.note(.wasEnabled)
    if let problem = EverySession.problem { endpoint.warn(problem) }
  }

  /// Stops answering sessions that do not belong to this stubber; ``configuration`` and ``session`` are
  /// not affected.
  public func disable() { EnabledStubbers.shared.remove(self) }

  /// Whether ``enable()`` was called more recently than ``disable()``.
  public var isEnabled: Bool { EnabledStubbers.shared.contains(self) }
}
