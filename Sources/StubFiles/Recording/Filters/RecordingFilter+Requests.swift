import StubCore

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
  /// What is changed is no longer what is asked for: matching on replay must ignore it.
  public static func request(
    _ change: @escaping @Sendable (RecordedRequest) -> RecordedRequest?
  ) -> Self {
    Self(change: { track in
      guard let request = change(track.request) else { return nil }
      var track = track
      track.request = request
      return track
    })
  }
}
