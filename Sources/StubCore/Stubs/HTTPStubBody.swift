#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of a stubbed response, as the stub's author gives it.
public enum HTTPStubBody: Sendable, Hashable {
  /// No body: `Content-Length` is 0 where that is allowed.
  case none
  /// Bytes, without a `Content-Type` unless the response sets one.
  case data(Data)
  /// Text in UTF-8, as `text/plain` unless the response says otherwise.
  case text(String)
  /// Compact JSON, as `application/json` unless the response says otherwise.
  case json(JSONValue)
  /// A file, looked up for each request and answered as it then is.
  case file(path: String)
}

/// What can be given as a body: `Data`, `String`, `JSONValue` or an ``HTTPStubBody``.
public protocol HTTPStubBodyConvertible {
  /// The body that is sent for the value.
  var stubBody: HTTPStubBody { get }
}

extension HTTPStubBody: HTTPStubBodyConvertible {
  /// The body itself.
  public var stubBody: HTTPStubBody { self }
}

// Names for arguments: `body: .file(path: path)`.
extension HTTPStubBodyConvertible where Self == HTTPStubBody {
  /// A file, looked up for each request and answered as it then is.
  @_disfavoredOverload
  public static func file(path: String) -> HTTPStubBody { .file(path: path) }
}

extension Data: HTTPStubBodyConvertible {
  /// The bytes as body.
  public var stubBody: HTTPStubBody { .data(self) }
}

extension String: HTTPStubBodyConvertible {
  /// The text as body, in UTF-8.
  public var stubBody: HTTPStubBody { .text(self) }
}

extension JSONValue: HTTPStubBodyConvertible {
  /// The value as body, without white space.
  public var stubBody: HTTPStubBody { .json(self) }
}

/// A part of a body that is sent separately, some time after the previous part.
public struct HTTPStubChunk: Sendable, Hashable {
  /// The time after the chunk before, or after the head; it is 0 or more.
  public var after: Duration
  /// The bytes, sent together.
  public var data: Data

  /// A chunk that is sent this long after the one before.
  public init(_ data: Data, after: Duration = .zero) {
    self.after = after
    self.data = data
  }

  /// A chunk of text in UTF-8 that is sent this long after the one before.
  public init(_ text: String, after: Duration = .zero) {
    self.init(Data(text.utf8), after: after)
  }

  /// A server-sent event (WHATWG HTML §9.2); each line of `data` becomes a field of its own.
  public static func event(
    _ data: String, name: String? = nil, id: String? = nil, after: Duration = .zero
  ) -> HTTPStubChunk {
    var lines: [String] = []
    if let name { lines.append("event: \(name)") }
    if let id { lines.append("id: \(id)") }
    lines += data.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
      .map { "data: \($0)" }
    return HTTPStubChunk(lines.joined(separator: "\n") + "\n\n", after: after)
  }
}

extension ResponseSpecification {
  /// Makes the chunks the body, in chunked coding unless a length is given.
  package mutating func send(_ chunks: [HTTPStubChunk]) {
    body = .data(chunks.reduce(into: Data()) { $0 += $1.data })
    timing.body = .script(chunks.script)
    if !head.headers.contains(.contentLength) {
      head.headers[.transferEncoding] = "chunked"
    }
  }
}

extension [HTTPStubChunk] {
  /// When each chunk is due, counted from the head.
  fileprivate var script: [ResponseTiming.ScriptedChunk] {
    var time = Duration.zero
    return map { chunk in
      time += chunk.after.asDelay
      return ResponseTiming.ScriptedChunk(at: time, count: chunk.data.count)
    }
  }
}
