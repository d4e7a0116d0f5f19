public import StubCore
public import StubPlatform

/// A filter that omits, hides or changes parts of a recording.
///
/// To write your own filter, add a static member in an extension:
///
/// ```swift
/// extension RecordingFilter {
///   static var withoutDates: Self {
///     .response { response, _ in
///       var response = response
///       response.headers.remove("Date")
///       return response
///     }
///   }
/// }
/// ```
public struct RecordingFilter: Sendable {
  /// Returns whether a request is recorded.
  ///
  /// Other requests are answered as if there were no recording.
  package let admits: @Sendable (ReceivedRequest) -> Bool
  /// The names whose values are hidden, replaced or kept.
  package let names: SecretNames
  /// Returns the interaction to record, which may be changed; `nil` to leave it out.
  package let change: @Sendable (Interaction) -> Interaction?
  /// Changes a request on replay as `change` did before recording; `nil` if requests are compared
  /// unchanged.
  let changeRequest: (@Sendable (RecordedRequest) -> RecordedRequest?)?

  init(
    admits: @escaping @Sendable (ReceivedRequest) -> Bool = { _ in true },
    names: SecretNames = .none,
    change: @escaping @Sendable (Interaction) -> Interaction? = { $0 },
    changeRequest: (@Sendable (RecordedRequest) -> RecordedRequest?)? = nil
  ) {
    self.admits = admits
    self.names = names
    self.change = change
    self.changeRequest = changeRequest
  }
}

/// Filters that hide values by name, in which letter case and characters such as `-` and `_` do not
/// matter.
///
/// A value is replaced by a placeholder, which matches any text on replay, or by your own text. On
/// replay, your own text also replaces the values in requests before these are compared.
extension RecordingFilter {
  /// Hides the values of header fields in requests and responses.
  public static func headers(_ names: String..., replacedBy text: String? = nil) -> Self {
    Self(hiding: names, of: .header, replacedBy: text)
  }

  /// Hides the values of cookies in requests and responses.
  public static func cookies(_ names: String..., replacedBy text: String? = nil) -> Self {
    Self(hiding: names, of: .cookie, replacedBy: text)
  }

  /// Hides the values of query items.
  public static func queryItems(_ names: String..., replacedBy text: String? = nil) -> Self {
    Self(hiding: names, of: .queryItem, replacedBy: text)
  }

  /// Hides the values of fields in URL-encoded and multipart forms.
  public static func formKeys(_ names: String..., replacedBy text: String? = nil) -> Self {
    Self(hiding: names, of: .formKey, replacedBy: text)
  }

  /// Hides the texts and numbers of keys in JSON bodies, at any depth.
  ///
  /// A number is replaced by a number, so that the body can still be decoded; `text` is used only
  /// if it is a number. `true`, `false` and `null` are kept.
  public static func jsonKeys(_ names: String..., replacedBy text: String? = nil) -> Self {
    Self(hiding: names, of: .jsonKey, replacedBy: text)
  }

  /// Hides the contents of XML elements and the values of XML attributes.
  public static func xmlNames(_ names: String..., replacedBy text: String? = nil) -> Self {
    Self(hiding: names, of: .xmlName, replacedBy: text)
  }

  /// Hides texts wherever they occur, such as a password that the test knows.
  public static func secrets(_ texts: String..., replacedBy text: String? = nil) -> Self {
    Self(names: SecretNames(texts: texts, text.map { .replaced($0) } ?? .hidden))
  }

  /// Keeps the values with these names, although they look like secrets.
  ///
  /// The names may be those of header fields, cookies, query items, form fields, JSON keys and XML
  /// elements.
  public static func keeping(_ names: String...) -> Self {
    Self(names: SecretNames(names, of: nil, .kept))
  }

  private init(hiding names: [String], of part: NamedPart, replacedBy text: String?) {
    self.init(names: SecretNames(names, of: part, text.map { .replaced($0) } ?? .hidden))
  }
}

extension RecordingFilter {
  /// Creates the filter for a word of the command line, such as `header:X-Name` or
  /// `header:X-Name=text`; `nil` for any other word.
  package init?(hiding word: String) {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let sides = parts[1].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = sides.first.map(String.init), !name.isEmpty else { return nil }
    let text = sides.count > 1 ? String(sides[1]) : nil
    switch parts[0] {
    case "header": self = .headers(name, replacedBy: text)
    case "cookie": self = .cookies(name, replacedBy: text)
    case "query": self = .queryItems(name, replacedBy: text)
    case "form": self = .formKeys(name, replacedBy: text)
    case "json": self = .jsonKeys(name, replacedBy: text)
    case "xml": self = .xmlNames(name, replacedBy: text)
    default: return nil
    }
  }
}

extension RecordingFilter {
  /// Records only requests to these hosts; `*.example.com` means all hosts below `example.com`.
  public static func hosts(_ hosts: String...) -> Self {
    let hosts = hosts.map { $0.lowercasedASCII() }
    return self.hosts { host in
      hosts.contains { wanted in
        wanted.hasPrefix("*.") ? host.hasSuffix(wanted.dropFirst()) : host == wanted
      }
    }
  }

  /// Records only requests to hosts that the closure accepts; the hosts are in lower case.
  public static func hosts(_ isWanted: @escaping @Sendable (String) -> Bool) -> Self {
    Self(admits: { isWanted($0.target.host ?? "") })
  }

  /// Records only requests to paths that the closure accepts; the paths are percent-decoded.
  public static func paths(_ isWanted: @escaping @Sendable (String) -> Bool) -> Self {
    Self(admits: { isWanted($0.target.decodedPath) })
  }

  /// Records only requests to these paths and to paths below them.
  public static func paths(under roots: String...) -> Self { paths(under: roots) }

  package static func paths(under roots: [String]) -> Self {
    paths { path in
      roots.contains { root in
        path.hasSameScalars(as: root)
          || path.hasBytes(of: root.hasSuffix("/") ? root : root + "/")
      }
    }
  }

  /// Changes each request before it is recorded.
  ///
  /// If the closure returns `nil`, the request and its response are left out. On replay, requests
  /// are changed in the same way before they are compared; if the closure returns `nil`, the
  /// recording does not answer.
  public static func request(
    _ change: @escaping @Sendable (RecordedRequest) -> RecordedRequest?
  ) -> Self {
    Self(
      change: { interaction in
        guard let request = change(interaction.request) else { return nil }
        var interaction = interaction
        interaction.request = request
        return interaction
      }, changeRequest: change)
  }

  /// Changes the percent-encoded path of each request before recording, and before comparing on
  /// replay.
  public static func path(_ change: @escaping @Sendable (String) -> String) -> Self {
    .request { request in
      var request = request
      let url = URLParts(request.url)
      request.url = url.site + change(url.path) + url.rest
      return request
    }
  }
}

extension RecordingFilter {
  /// Changes each response before it is recorded.
  ///
  /// If the closure returns `nil`, the response and its request are left out. Interactions with an
  /// error and without a response are recorded unchanged.
  public static func response(
    _ change: @escaping @Sendable (RecordedResponse, RecordedRequest) -> RecordedResponse?
  ) -> Self {
    Self(change: { interaction in
      guard let response = interaction.response else { return interaction }
      guard let response = change(response, interaction.request) else { return nil }
      var interaction = interaction
      interaction.response = response
      return interaction
    })
  }

  /// Changes the body of each response, and updates `Content-Length`.
  public static func responseBody(_ change: @escaping @Sendable (Data) -> Data) -> Self {
    response { response, _ in
      var response = response
      response.body = SecretWalk.body(
        Array(change(response.body)), instead: response.body, &response.headers)
      return response
    }
  }
}
