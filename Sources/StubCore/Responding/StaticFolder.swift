#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder whose files answer the requests for their paths.
///
/// Nothing outside of the folder is found, however a path is written and wherever links lead. Hidden
/// entries are passed over, but not `.well-known` (RFC 8615).
package struct StaticFolder: Sendable {
  enum Entry: Sendable, Hashable {
    /// The path of a file, without links.
    case file(String)
    /// A folder with an index that was asked for without its last slash; the path that has it.
    case folder(path: String)
  }

  /// The file that answers for its folder.
  static let index = "index.html"
  /// The priority behind that of all other stubs.
  private static let lastPriority = Int(Int32.max)

  let folder: FileFolder

  package init(_ path: String) { folder = FileFolder(path) }

  /// The stub that answers with the files; all others are asked before it.
  package var stub: HTTPStub {
    let stub = HTTPStubRequest(file: folder.path, line: 0)
      .named("static files").priority(Self.lastPriority).match(StaticFileMatcher(folder: self))
    stub.responses[ResponseKey(method: .get)] = ResponseScript(
      responders: [StaticFileResponder(self)])
    return stub.snapshot
  }

  /// What a path, as it comes in a request, leads to; `nil` when nothing is there.
  func entry(for path: String) -> Entry? {
    var names: [String] = []
    for segment in path.split(separator: "/") {
      let name = PercentEncoding.decode(segment)
      guard Self.isVisible(name) else { return nil }
      names.append(name)
    }
    let inner = names.joined(separator: "/")
    if names.isEmpty || path.hasSuffix("/") { return index(of: inner).map { .file($0) } }
    guard let found = folder.path(inside: inner), let kind = Self.kind(of: found) else {
      return nil
    }
    switch kind {
    case S_IFREG: return .file(found)
    case S_IFDIR where index(of: inner) != nil:
      // Made of the names: `//host` at its start would lead to another server.
      let encoded = names.map { PercentEncoding.encode($0) }.joined(separator: "/")
      return .folder(path: "/\(encoded)/")
    default: return nil
    }
  }

  private func index(of inner: String) -> String? {
    let path = folder.path(inside: inner.isEmpty ? Self.index : "\(inner)/\(Self.index)")
    return path.flatMap { Self.kind(of: $0) == S_IFREG ? $0 : nil }
  }

  private static func isVisible(_ name: String) -> Bool {
    if name.hasBytes(of: "."), name != ".well-known" { return false }
    return !name.utf8.contains(0) && !name.utf8.contains(UInt8(ascii: "/"))
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}

/// Accepts requests for a path that leads to a file of a folder.
private struct StaticFileMatcher: HTTPStubMatcher {
  let folder: StaticFolder

  var description: String { "path is a file in \(folder.folder.path)" }

  var sample: RequestSample? { RequestSample(path: "/") }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let path = request.target.path
    if folder.entry(for: path) != nil { return .matched }
    return .mismatched(
      expected: "path a file in \(folder.folder.path)", found: path.quoted(behind: "path"))
  }
}
