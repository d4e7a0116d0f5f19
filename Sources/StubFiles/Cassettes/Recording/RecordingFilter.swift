public import StubCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a recording leaves out, hides or changes.
///
/// A filter of your own is a static member of an extension:
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
  /// Whether a request is recorded at all; others are treated as if nothing were recorded.
  let admits: @Sendable (ReceivedRequest) -> Bool
  /// The names whose values are hidden behind placeholders, which match anything on replay.
  let names: SecretNames
  /// The interaction to record; `nil` to leave it out.
  let change: @Sendable (Interaction) -> Interaction?

  init(
    admits: @escaping @Sendable (ReceivedRequest) -> Bool = { _ in true },
    names: SecretNames = .none,
    change: @escaping @Sendable (Interaction) -> Interaction? = { $0 }
  ) {
    self.admits = admits
    self.names = names
    self.change = change
  }
}

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

extension RecordingFilter {
  /// Records requests to these hosts only; `*.example.com` stands for all below `example.com`.
  public static func hosts(_ hosts: String...) -> Self {
    let hosts = hosts.map { $0.lowercasedASCII() }
    return self.hosts { host in
      hosts.contains { wanted in
        wanted.hasPrefix("*.") ? host.hasSuffix(wanted.dropFirst()) : host == wanted
      }
    }
  }

  /// Records requests only to hosts, in lower case, that the closure accepts.
  public static func hosts(_ isWanted: @escaping @Sendable (String) -> Bool) -> Self {
    Self(admits: { isWanted($0.target.host ?? "") })
  }

  /// Records requests only to paths, percent-decoded, that the closure accepts.
  public static func paths(_ isWanted: @escaping @Sendable (String) -> Bool) -> Self {
    Self(admits: { isWanted($0.target.decodedPath) })
  }

  /// Records requests only to these paths and to all below them.
  public static func paths(under roots: String...) -> Self { paths(under: roots) }

  package static func paths(under roots: [String]) -> Self {
    paths { path in
      roots.contains { root in
        path == root || path.hasPrefix(root.hasSuffix("/") ? root : root + "/")
      }
    }
  }

  /// Changes each request before it is recorded; `nil` drops it with its response.
  ///
  /// A changed part differs from later requests, so matching on replay must ignore it.
  public static func request(
    _ change: @escaping @Sendable (RecordedRequest) -> RecordedRequest?
  ) -> Self {
    Self(change: { interaction in
      guard let request = change(interaction.request) else { return nil }
      var interaction = interaction
      interaction.request = request
      return interaction
    })
  }
}

extension RecordingFilter {
  /// Changes each response before it is recorded; `nil` drops it with its request.
  ///
  /// Interactions with an error and no response are recorded unchanged.
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

  /// Changes the body of each response; `Content-Length` follows.
  public static func responseBody(_ change: @escaping @Sendable (Data) -> Data) -> Self {
    response { response, _ in
      var response = response
      response.body = SecretWalk.body(
        Array(change(response.body)), instead: response.body, &response.headers)
      return response
    }
  }
}
