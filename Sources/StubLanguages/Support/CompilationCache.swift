/// A table of compiled patterns or queries by their source texts, which compiles each only once.
///
/// The texts may come from requests, so the table is emptied when it is full.
final class CompilationCache<Source: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit = 256
  private let values = Lock<[Source: Value]>([:])

  /// Returns the stored value; if there is none, calls `make` and stores its result.
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
