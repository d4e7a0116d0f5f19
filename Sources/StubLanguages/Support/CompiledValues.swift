/// Compiled patterns and queries by their text, so that each is compiled only once.
///
/// The texts may come from requests, so the table is emptied when it is full.
final class CompiledValues<Source: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit = 256
  private let values = Lock<[Source: Value]>([:])

  /// Returns the known value, or the result of `make`.
  ///
  /// No lock is held while `make` runs, so two threads may both call it.
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
