#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubCore
import Synchronization

/// Stored properties of a task that this platform keeps to itself, read by reflection.
///
/// The place of each is looked up once; after that only the wanted property is touched.
enum TaskFields {
  enum Name: String, Sendable {
    /// The queue on which everything that concerns the task has to happen.
    case workQueue
    /// The session, which a protocol otherwise cannot find.
    case session
    /// The body of an upload, which is not on the request.
    case knownBody
  }

  /// The place of a property: how many superclasses up, and which in the order of declaration.
  private struct Place: Sendable {
    let depth: Int
    let offset: Int
  }

  private struct Key: Hashable, Sendable {
    let type: ObjectIdentifier
    let name: Name
  }

  private static let places = Mutex<[Key: Place]>([:])

  /// The value of a property; `nil` when the task has none of that name.
  static func value(_ name: Name, of task: URLSessionTask) -> Any? {
    let key = Key(type: ObjectIdentifier(type(of: task)), name: name)
    let place: Place
    if let known = places.withLock({ $0[key] }) {
      place = known
    } else if let found = find(name, in: task) {
      place = found
      places.withLock { $0[key] = found }
    } else {
      return nil
    }
    var mirror = Mirror(reflecting: task)
    for _ in 0..<place.depth {
      guard let parent = mirror.superclassMirror else { return nil }
      mirror = parent
    }
    let index = mirror.children.index(mirror.children.startIndex, offsetBy: place.offset)
    return unwrapped(mirror.children[index].value)
  }

  private static func find(_ name: Name, in task: URLSessionTask) -> Place? {
    var mirror: Mirror? = Mirror(reflecting: task)
    var depth = 0
    while let current = mirror {
      if let offset = current.children.enumerated().first(where: { $1.label == name.rawValue }) {
        return Place(depth: depth, offset: offset.offset)
      }
      mirror = current.superclassMirror
      depth += 1
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

extension URLSessionTask {
  var workQueueByReflection: DispatchQueue? {
    TaskFields.value(.workQueue, of: self) as? DispatchQueue
  }

  var sessionByReflection: URLSession? { TaskFields.value(.session, of: self) as? URLSession }

  /// The body the task was made with.
  var bodyByReflection: RequestBody? {
    guard let body = TaskFields.value(.knownBody, of: self),
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
