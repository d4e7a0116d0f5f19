extension URITemplate {
  /// The variables with which the template expands to this URL; `nil` when there are none.
  ///
  /// - Scheme, host and port have to agree where the template names them; a request whose scheme
  ///   is unknown fits `http` and `https`.
  /// - The whole path has to match. Literals are literal, however they are percent-encoded. A
  ///   variable holds what expansion could have produced and what clients leave unencoded in
  ///   a segment, never `/`; `{+path}` and `{/path*}` hold that too. A plain variable that is a
  ///   whole segment is not empty: `/users/{id}` does not match `/users/`.
  /// - A template without a query matches whatever the request's query. Otherwise literal items
  ///   (`?x=1`, `?q={q}`) have to be there, in any order; those of `{?a,b}` may be missing; other
  ///   items are ignored, or held by a variable that explodes (`{?rest*}`).
  /// - A fragment never travels and decides nothing.
  ///
  /// Values are percent-decoded texts; a list where unencoded commas or `*` show one, an object
  /// where `*` shows names. A variable that is undefined is absent.
  public func match(_ target: RequestURL) -> [String: JSONValue]? {
    if let plain {
      var bindings = TemplateBindings()
      if let isMatch = plain.match(target.path, into: &bindings) {
        return isMatch ? bindings.values : nil
      }
    }
    return pattern.match(target)
  }

  /// What the request's host has to be, when no variable is in it.
  package var literalHost: String? { plain == nil ? pattern.authority?.literalHost : nil }

  /// Whether the template names a host at all.
  package var namesHost: Bool { plain == nil && pattern.authority != nil }

  /// What `RequestURL.segments` has to start with, or equal, for this template to match.
  package var pathShape: PathShape { plain?.shape ?? pattern.shape }

  /// A condition on the path that every match fulfills, for use as a key.
  package struct PathShape: Sendable, Hashable {
    /// Percent-decoded literals; `nil` for a segment that a variable decides.
    package let segments: [String?]
    /// Whether the path has exactly these segments, rather than these and perhaps more.
    package let isComplete: Bool
  }
}
