#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubCore

/// What has been found out about a session.
///
/// To look into a session costs more than many an answer; so it is kept with the queue of the session,
/// which is below those of its tasks.
final class KnownSession: @unchecked Sendable {
  private static let key = DispatchSpecificKey<KnownSession>()

  let settings: SessionSettings
  /// Where the clients of the session's tasks are called; `nil` when that could not be found.
  ///
  /// The queue keeps this object, so that does not keep the queue.
  private(set) weak var queue: DispatchQueue?

  private init(_ session: URLSession?) {
    settings = SessionSettings(session?.configuration)
    queue = session?.workQueueByReflection
  }

  /// The session of a task, to be asked for on the task's own queue.
  static func of(_ task: URLSessionTask?) -> KnownSession {
    if let known = DispatchQueue.getSpecific(key: key) { return known }
    let found = KnownSession(task?.sessionByReflection)
    found.queue?.setSpecific(key: key, value: found)
    return found
  }
}

extension URLSessionTask {
  /// The session of the task, which a protocol otherwise cannot find.
  var sessionByReflection: URLSession? {
    HiddenField.value(of: self, "session") as? URLSession
  }

  /// The delegate of this task alone that an asynchronous function was given, such as
  /// `upload(for:from:delegate:)`; `nil` for none, and for one that was set on the task.
  var functionDelegateByReflection: (any URLSessionTaskDelegate)? {
    guard let session = sessionByReflection,
      let registry = HiddenField.value(of: session, "taskRegistry"),
      let behaviors = HiddenField.value(of: registry, "behaviours") as? [Int: Any],
      let behavior = behaviors[taskIdentifier],
      // That of a handler has the handler and the delegate.
      let parts = Mirror(reflecting: behavior).children.first
    else { return nil }
    let delegate = Mirror(reflecting: parts.value).children.first { $0.label == ".1" }
    return delegate.flatMap { HiddenField.unwrapped($0.value) as? any URLSessionTaskDelegate }
  }

  /// The body the task was made with: that of an upload is not on its request.
  var bodyByReflection: RequestBody? {
    switch bodyContent {
    case let data as DispatchData:
      // Empty data has no bytes to point at, and ends the process when asked for them.
      if data.isEmpty { return RequestBody(Data()) }
      return RequestBody(data.withUnsafeBytes { Data(bytes: $0, count: data.count) })
    case let file as URL:
      return RequestBody(load: { try? Data(contentsOf: file) })
    case let stream as InputStream:
      return RequestBody(draining: stream)
    default:
      return nil
    }
  }

  /// Why the file of an upload cannot be read; `nil` if it can, or there is none.
  var fileErrorByReflection: URLError.Code? {
    guard let file = bodyContent as? URL else { return nil }
    if FileManager.default.isReadableFile(atPath: file.path) { return nil }
    return FileManager.default.fileExists(atPath: file.path)
      ? .noPermissionsToReadFile : .fileDoesNotExist
  }

  /// The data, the file or the stream of the body.
  private var bodyContent: Any? {
    HiddenField.value(of: self, "knownBody")
      .flatMap { Mirror(reflecting: $0).children.first?.value }
  }
}

extension URLSession {
  /// The queue below which everything that concerns the session's tasks has to happen.
  var workQueueByReflection: DispatchQueue? {
    HiddenField.value(of: self, "workQueue") as? DispatchQueue
  }
}

/// Stored properties that this platform keeps to itself, read by reflection.
private enum HiddenField {
  /// The value; `nil` when the object has no such property, or nothing in it.
  static func value(of object: Any, _ name: String) -> Any? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      if let field = current.children.first(where: { $0.label == name }) {
        return unwrapped(field.value)
      }
      mirror = current.superclassMirror
    }
    return nil
  }

  /// The value in an optional, or the value itself.
  static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }
}
#endif
