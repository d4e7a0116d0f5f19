/// Compiled patterns and queries by their text, so that each is compiled once.
///
/// The texts may come from requests, so a full table is emptied.
final class CompiledValues<Source: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit = 256
  private let values = Lock<[Source: Value]>([:])

  /// The known value, or else the one that `make` returns.
  ///
  /// No lock is held while `make` runs, so two threads may each make one.
  func value<Failure: Error>(
    for source: Source, make: (Source) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let value = values.withLock({ $0[source] }) { return value }
    let value = try make(source)
    values.withLock { values in
      if values.count >= limit { values.removeAll() }
      values[source] = value
    }
    return value
  }
}
