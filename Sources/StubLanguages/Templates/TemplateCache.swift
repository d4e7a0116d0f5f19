import Synchronization

/// Compiled patterns and queries by their text, so that a helper compiles each once.
///
/// Texts may come from requests, so a full cache is emptied instead of growing.
final class TemplateCache<Value: Sendable>: Sendable {
  private let limit = 256
  private let values = Mutex<[String: Value]>([:])

  func value(for text: String, make: (String) throws -> Value) rethrows -> Value {
    if let value = values.withLock({ $0[text] }) { return value }
    let value = try make(text)
    values.withLock { values in
      if values.count >= limit { values.removeAll() }
      values[text] = value
    }
    return value
  }
}
