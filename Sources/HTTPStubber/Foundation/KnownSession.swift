#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubCore

/// The settings and the queue of a session.
///
/// Finding them can take longer than a response. So this object is stored with the queue of the
/// session, which is the target of the queues of its tasks.
final class KnownSession: @unchecked Sendable {
  private static let key = DispatchSpecificKey<KnownSession>()

  let settings: SessionSettings
  /// The queue on which the clients of the session's tasks are called; `nil` if it was not found.
  ///
  /// The reference is weak, because the queue keeps this object.
  private(set) weak var queue: DispatchQueue?

  private init(_ session: URLSession?) {
    settings = SessionSettings(session?.configuration)
    queue = session?.workQueueByReflection
  }

  /// Returns the session of a task; must be called on the task's own queue.
  static func of(_ task: URLSessionTask?) -> KnownSession {
    if let known = DispatchQueue.getSpecific(key: key) { return known }
    let found = KnownSession(task?.sessionByReflection)
    found.queue?.setSpecific(key: key, value: found)
    return found
  }
}

extension URLSessionTask {
  /// The session of the task, found by reflection because protocol classes get it in no other way.
  var sessionByReflection: URLSession? {
    HiddenField.value(of: self, "session") as? URLSession
  }

  /// The delegate of this task that was passed to an asynchronous function, such as
  /// `upload(for:from:delegate:)`.
  ///
  /// It is `nil` if there is none, even if a delegate was set on the task itself.
  var functionDelegateByReflection: (any URLSessionTaskDelegate)? {
    guard let session = sessionByReflection,
      let registry = HiddenField.value(of: session, "taskRegistry"),
      let behaviors = HiddenField.value(of: registry, "behaviours") as? [Int: Any],
      let behavior = behaviors[taskIdentifier],
      // The behavior of a task with a completion handler contains the handler and the delegate.
      let parts = Mirror(reflecting: behavior).children.first
    else { return nil }
    let delegate = Mirror(reflecting: parts.value).children.first { $0.label == ".1" }
    return delegate.flatMap { HiddenField.unwrapped($0.value) as? any URLSessionTaskDelegate }
  }

  /// The body of an upload, which is not in the task's request; `nil` if there is none.
  var bodyByReflection: RequestBody? {
    switch bodyContent {
    case let data as DispatchData:
      // Empty data has no bytes to point to; accessing them would end the process.
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

  /// The reason why the file of an upload cannot be read; `nil` if it can, or if there is no file.
  var fileErrorByReflection: URLError.Code? {
    guard let file = bodyContent as? URL else { return nil }
    if FileManager.default.isReadableFile(atPath: file.path) { return nil }
    return FileManager.default.fileExists(atPath: file.path)
      ? .noPermissionsToReadFile : .fileDoesNotExist
  }

  /// The data, the file URL or the stream with the body.
  private var bodyContent: Any? {
    HiddenField.value(of: self, "knownBody")
      .flatMap { Mirror(reflecting: $0).children.first?.value }
  }
}

extension URLSession {
  /// The queue for all calls about the session's tasks, which is the target of the tasks' own
  /// queues.
  var workQueueByReflection: DispatchQueue? {
    HiddenField.value(of: self, "workQueue") as? DispatchQueue
  }
}

/// The private stored properties of Foundation's classes, read by reflection.
private enum HiddenField {
  /// Returns the value of the property `name`; `nil` if the object has no such property, or its
  /// value is `nil`.
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

  /// Returns the value in an optional; a value that is not an optional is returned itself.
  static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }
}
#endif
