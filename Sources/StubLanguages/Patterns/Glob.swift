/// A shell-style pattern for paths or host names, matched whole and without backtracking.
///
/// In a path, segments are separated by `/`:
/// - `*` matches any text within a segment; as a whole segment, a segment that is not empty.
/// - `**` as a whole segment matches any number of segments, also none: `/a/**/b` matches `/a/b`
///   and `/a/x/y/b`. At the end it matches whatever follows its `/`: `/a/**` matches `/a/` and
///   `/a/x/y`, not `/a`. Elsewhere it matches any text.
/// - `?` matches one character of a segment, `[a-z]` one of a set, `[!a-z]` one outside of it.
/// - `{a,b}` matches either pattern; a backslash takes the meaning from the next character.
///
/// In a host name, made by `init(host:)`, labels are separated by `.` and letters match
/// whatever their case. `*.example.com` matches every name with exactly one more label:
/// `api.example.com`, but neither `example.com` nor `a.b.example.com`, as in certificates
/// (RFC 6125 §6.4.3). `**.example.com` matches `example.com` and all names below it.
public struct Glob: Sendable {
  /// The pattern as it was given.
  public let pattern: String
  private let isHost: Bool
  private let program: GlobProgram

  /// Reads a pattern for paths.
  ///
  /// - Throws: `PatternError` for a class, a choice or an escape that does not end.
  public init(_ pattern: String) throws(PatternError) {
    self.pattern = pattern
    isHost = false
    program = try GlobParser.parse(pattern, separator: "/")
  }

  /// Reads a pattern for host names.
  ///
  /// - Throws: `PatternError` for a class, a choice or an escape that does not end.
  public init(host pattern: String) throws(PatternError) {
    self.pattern = pattern
    isHost = true
    program = try GlobParser.parse(pattern.lowercasedASCII(), separator: ".")
  }

  /// Whether the whole text matches; percent-encoding is the caller's to remove.
  public func matches(_ text: String) -> Bool {
    program.matches(isHost ? text.lowercasedASCII() : text)
  }
}

extension Glob: Hashable, CustomStringConvertible {
  public static func == (left: Glob, right: Glob) -> Bool {
    left.pattern == right.pattern && left.isHost == right.isHost
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(pattern)
    hasher.combine(isHost)
  }

  public var description: String { pattern }
}
