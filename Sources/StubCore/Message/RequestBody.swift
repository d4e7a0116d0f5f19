import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request's body: read from its source once, and parsed at most once in each form.
///
/// Identity matters here: all copies of a request share what has been read and parsed.
public final class RequestBody: Sendable {
  private struct State {
    var load: (@Sendable () -> Data?)?
    var data: Data?
    var json: Result<JSONValue, JSONSyntaxError>?
  }

  private let state: Mutex<State>

  /// A body that is at hand; `nil` for a request without one.
  public init(_ data: Data?) { state = Mutex(State(data: data)) }

  /// A body that is read, once, when it is first asked for.
  public init(load: @escaping @Sendable () -> Data?) { state = Mutex(State(load: load)) }

  /// The bytes; `nil` for a request without a body.
  public var data: Data? {
    state.withLock { state in
      if let load = state.load {
        state.load = nil
        state.data = load()
      }
      return state.data
    }
  }

  /// The bytes read as UTF-8, invalid sequences repaired; empty for a request without a body.
  public var text: String { data.map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// The body as JSON, or why it is none.
  public var json: Result<JSONValue, JSONSyntaxError> {
    let bytes = data ?? Data()
    return state.withLock { state in
      if let json = state.json { return json }
      let json = Result { () throws(JSONSyntaxError) in try JSONValue(parsing: bytes) }
      state.json = json
      return json
    }
  }
}

extension RequestBody: Hashable {
  public static func == (left: RequestBody, right: RequestBody) -> Bool {
    left === right || left.data == right.data
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(data) }
}
