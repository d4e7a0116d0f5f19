public import StubPlatform

/// Properties with the names and types of `URLRequest`, for closures that were written
/// for `URLRequest`.
extension ReceivedRequest {
  /// The URL; `nil` if `URL` does not accept it.
  public var url: URL? { URL(string: target.absoluteString) }

  /// The method, such as `GET`; never `nil`.
  public var httpMethod: String? { method.rawValue }

  /// The header fields by name, as they were written; the values of repeated fields are joined with
  /// commas.
  ///
  /// The property is never `nil`. To look up a field, use ``headers``, which ignores the letter
  /// case of names.
  public var allHTTPHeaderFields: [String: String]? {
    var seen: Set<HTTPHeaderName> = []
    return headers.fields.reduce(into: [:]) { fields, field in
      if seen.insert(field.name).inserted { fields[field.name.rawName] = headers[field.name] }
    }
  }

  /// Returns the value of the header field `field`, in any letter case; `nil` if there is none.
  public func value(forHTTPHeaderField field: String) -> String? { headers[HTTPHeaderName(field)] }

  /// The bytes of the body, from data or a stream; `nil` if the request has no body.
  public var httpBody: Data? { body }

  /// Creates a request for a URL, for tests and tools.
  public init(
    _ method: HTTPMethod, _ url: URL, headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil
  ) {
    self.init(method, url.absoluteString, headers: headers, body: body)
  }
}
