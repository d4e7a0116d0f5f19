package import StubCore
import StubDocuments

extension HTTPHeaders {
  /// The field names, in the order of their first fields, each with all its values.
  package var groups: [(name: HTTPHeaderName, values: [String])] {
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

  /// The fields with one field for each name, whose values are joined as Foundation joins them.
  var joinedFields: [Field] {
    groups.map { Field(name: $0.name, value: $0.values.joined(separator: ", ")) }
  }

  /// The fields with one `Set-Cookie` for each cookie, even if several were joined.
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

/// Splits a `Set-Cookie` field in which a program has joined several fields with commas.
enum JoinedCookies {
  /// Returns the text of each cookie, with the spaces around it.
  ///
  /// Commas also occur in dates and values; only a comma before a name and an equals sign separates
  /// cookies.
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
  /// Gives each cookie a field of its own, even if several were joined.
  mutating func separateCookies() {
    request.headers = request.headers.withSeparateCookies
    if let headers = response?.headers { response?.headers = headers.withSeparateCookies }
  }
}

extension YAMLWriter {
  /// Adds the names of header fields, each with the list of its values.
  mutating func headers(_ indent: Int, _ headers: HTTPHeaders) {
    if headers.isEmpty { return line(indent, "headers: {}") }
    line(indent, "headers:")
    for (name, values) in headers.groups {
      line(indent + 2, "\(YAMLText.string(name.rawName)):")
      for value in values { line(indent + 2, "- \(YAMLText.string(value))") }
    }
  }
}
