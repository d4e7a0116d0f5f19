/// Filters that hide values by name. Letter case and characters such as `-` and `_` do not matter.
extension RecordingFilter {
  /// Hides the values of header fields, of requests and responses.
  public static func headers(_ names: String...) -> Self {
    Self(names: SecretNames(headers: names))
  }

  /// Hides the values of cookies, sent and set.
  public static func cookies(_ names: String...) -> Self {
    Self(names: SecretNames(cookies: names))
  }

  /// Hides the values of query items.
  public static func queryItems(_ names: String...) -> Self {
    Self(names: SecretNames(queryItems: names))
  }

  /// Hides the values of keys in URL-encoded forms.
  public static func formKeys(_ names: String...) -> Self {
    Self(names: SecretNames(formKeys: names))
  }

  /// Hides the texts and numbers of keys in JSON bodies, at any depth.
  public static func jsonKeys(_ names: String...) -> Self {
    Self(names: SecretNames(jsonKeys: names))
  }
}

extension RecordingFilter {
  /// The filter that a command line writes as `header:X-Name`; `nil` for another word.
  package init?(hiding word: String) {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    switch parts[0] {
    case "header": self = .headers(parts[1])
    case "cookie": self = .cookies(parts[1])
    case "query": self = .queryItems(parts[1])
    case "form": self = .formKeys(parts[1])
    case "json": self = .jsonKeys(parts[1])
    default: return nil
    }
  }
}
