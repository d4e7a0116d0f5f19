#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of a stubbed response, as the stub's author gives it.
public enum HTTPStubBody: Sendable, Hashable {
  case none
  case data(Data)
  case text(String)
  case json(JSONValue)
  /// A file, looked up for each request and answered as it then is.
  case file(path: String)
}

/// What can be given as a body: `Data`, `String`, `JSONValue` or an ``HTTPStubBody``.
public protocol HTTPStubBodyConvertible {
  var stubBody: HTTPStubBody { get }
}

extension HTTPStubBody: HTTPStubBodyConvertible {
  public var stubBody: HTTPStubBody { self }
}

extension Data: HTTPStubBodyConvertible {
  public var stubBody: HTTPStubBody { .data(self) }
}

extension String: HTTPStubBodyConvertible {
  public var stubBody: HTTPStubBody { .text(self) }
}

extension JSONValue: HTTPStubBodyConvertible {
  public var stubBody: HTTPStubBody { .json(self) }
}
