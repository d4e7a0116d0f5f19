import StubCore

extension HTTPHeaders {
  /// Each name with its values, in the order of the first ones.
  var groups: [(name: HTTPHeaderName, values: [String])] {
    var groups: [(name: HTTPHeaderName, values: [String])] = []
    var places: [HTTPHeaderName: Int] = [:]
    for field in fields {
      if let place = places[field.name] {
        groups[place].values.append(field.value)
      } else {
        places[field.name] = groups.count
        groups.append((field.name, [field.value]))
      }
    }
    return groups
  }

  /// Each name once, with its values joined, as Foundation has them.
  var joinedFields: [Field] {
    groups.map { Field(name: $0.name, value: $0.values.joined(separator: ", ")) }
  }

  /// The fields with a `Set-Cookie` for each cookie, where several were joined.
  var withSeparateCookies: HTTPHeaders {
    guard contains(.setCookie) else { return self }
    return HTTPHeaders(
      fields.flatMap { field in
        field.name != .setCookie
          ? [field]
          : JoinedCookies.split(field.value).map { field.with($0.trimmingWhitespace()) }
      })
  }
}

/// The cookies of a `Set-Cookie` that a program has put together from several, with commas.
enum JoinedCookies {
  /// The text of each cookie, with the blanks around it.
  ///
  /// Commas stand in dates and values too; one between cookies has a name and an equals sign behind it.
  static func split(_ value: String) -> [Substring] {
    var cookies: [Substring] = []
    for piece in value.split(separator: ",", omittingEmptySubsequences: false) {
      let name = piece.prefix { $0 != "=" && $0 != ";" }
      if let last = cookies.last, name.endIndex == piece.endIndex || piece[name.endIndex] == ";" {
        cookies[cookies.count - 1] = value[last.startIndex..<piece.endIndex]
      } else {
        cookies.append(piece)
      }
    }
    return cookies
  }
}

extension Interaction {
  /// Has a field for each cookie again.
  mutating func separateCookies() {
    request.headers = request.headers.withSeparateCookies
    if let headers = response?.headers { response?.headers = headers.withSeparateCookies }
  }
}
