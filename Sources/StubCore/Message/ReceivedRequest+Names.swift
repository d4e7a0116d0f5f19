#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The names and types that `URLRequest` has, for closures written for it.
extension ReceivedRequest {
  /// The URL; `nil` when it is not valid for `URL`.
  public var url: URL? { URL(string: target.absoluteString) }

  /// The method, as in `GET`; never `nil`.
  public var httpMethod: String? { method.rawValue }

  /// The header fields by name, as they were written; fields of one name are joined with commas.
  ///
  /// Never `nil`. Look a field up with ``headers``, which ignores the case of names.
  public var allHTTPHeaderFields: [String: String]? {
    var seen: Set<HTTPHeaderName> = []
    return headers.fields.reduce(into: [:]) { fields, field in
      if seen.insert(field.name).inserted { fields[field.name.rawName] = headers[field.name] }
    }
  }

  /// The value of a header field, its name in any case; `nil` if there is none.
  public func value(forHTTPHeaderField field: String) -> String? { headers[HTTPHeaderName(field)] }

  /// The body's bytes, however the client gave them; `nil` for a request without a body.
  public var httpBody: Data? { body }

  /// A request for a URL, as tests and tools write it.
  public init(
    _ method: HTTPMethod, _ url: URL, headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil
  ) {
    self.init(method, url.absoluteString, headers: headers, body: body)
  }
}
