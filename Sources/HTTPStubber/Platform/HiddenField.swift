#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubCore

/// A stored property that this platform keeps to itself, read by reflection.
enum HiddenField: String {
  /// The session of a task, which a protocol otherwise cannot find.
  case session
  /// The queue of a session, below which everything that concerns its tasks has to happen.
  case workQueue
  /// The body of an upload, which is not on the request.
  case knownBody

  /// The value; `nil` when the object has no such property, or nothing in it.
  func value(of object: NSObject) -> Any? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      if let field = current.children.first(where: { $0.label == rawValue }) {
        return Self.unwrapped(field.value)
      }
      mirror = current.superclassMirror
    }
    return nil
  }

  /// The value in an optional, or the value itself.
  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }
}

extension URLSession {
  var workQueueByReflection: DispatchQueue? {
    HiddenField.workQueue.value(of: self) as? DispatchQueue
  }
}

extension URLSessionTask {
  var sessionByReflection: URLSession? { HiddenField.session.value(of: self) as? URLSession }

  /// The body the task was made with.
  var bodyByReflection: RequestBody? {
    guard let body = HiddenField.knownBody.value(of: self),
      let content = Mirror(reflecting: body).children.first
    else { return nil }
    switch content.value {
    case let data as DispatchData:
      return RequestBody(data.withUnsafeBytes { Data(bytes: $0, count: data.count) })
    case let file as URL:
      return RequestBody(load: { try? Data(contentsOf: file) })
    case let stream as InputStream:
      return RequestBody(draining: stream)
    default:
      return nil
    }
  }
}
#endif
