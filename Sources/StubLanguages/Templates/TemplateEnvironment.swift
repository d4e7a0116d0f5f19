#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What rendering takes from outside of the context: the time, chance, and how to escape.
public struct TemplateEnvironment: Sendable {
  /// The clock of `{{now}}`.
  public var now: @Sendable () -> Date
  /// Where `{{uuid}}` and the random helpers take their values from.
  public var random: SeededRandom
  /// What `{{value}}` does to characters that mean something in HTML.
  public var escaping: TemplateEscaping
  /// The most bytes a rendered text may have; more is an error.
  public var outputLimit: Int

  /// Surroundings with the system's clock and a new seed unless told otherwise.
  public init(
    escaping: TemplateEscaping = .none, random: SeededRandom = SeededRandom(),
    outputLimit: Int = 16 * 1024 * 1024, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.now = now
    self.random = random
    self.escaping = escaping
    self.outputLimit = outputLimit
  }
}
