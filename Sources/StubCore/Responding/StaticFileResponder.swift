import StubPlatform

/// A responder that answers with the files of a folder, with support for types, ranges and cache
/// validation.
final class StaticFileResponder: HTTPStubResponder {
  /// The largest number of files whose plans are kept.
  private static let mostKept = 1_000
  /// The fields that may cause a response other than the whole file.
  private static let conditions: [HTTPHeaderName] = [
    .range, .ifNoneMatch, .ifModifiedSince, .ifMatch, "If-Unmodified-Since",
  ]

  private let folder: StaticFolder
  private let kept = Lock<[ScalarText: FilePlan]>([:])

  init(_ folder: StaticFolder) { self.folder = folder }

  var readsBody: Bool { false }

  var title: String { "files of a folder" }

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    switch folder.entry(for: request.target.path) {
    case nil: return .ready(.text("no such file\n", status: .notFound))
    case .folder(let path)?:
      let query = request.target.query.map { "?\($0)" } ?? ""
      var plan = ResponsePlan.text("see \(path)\n", status: .movedPermanently)
      plan.head?.headers[.location] = path + query
      plan.completeFraming(for: request)
      return .ready(plan)
    case .file(let path)?:
      let isPlain = request.method == .get && !Self.conditions.contains(where: request.has)
      if isPlain, let plan = try keptPlan(path, request) { return .ready(plan) }
      return .ready(try Self.plan(path, request))
    }
  }

  /// Returns the plan for plain requests for a small file in its present state; `nil` for a large
  /// file.
  private func keptPlan(_ path: String, _ request: ReceivedRequest) throws -> ResponsePlan? {
    let filePlan = kept.withLock { kept in
      let key = ScalarText(path)
      if let plan = kept[key] { return plan }
      if kept.count >= Self.mostKept { kept = [:] }
      let plan = FilePlan(path)
      kept[key] = plan
      return plan
    }
    return try filePlan.plan { try $0.filling(Self.plan(path, request)) }
  }

  private static func plan(
    _ path: String, _ request: ReceivedRequest
  ) throws(ResponderError) -> ResponsePlan {
    let file = try BodyFile(path)
    var head = ResponseHead()
    head.headers[.contentType] = file.type.rawValue
    head.headers[.eTag] = file.stamp.entityTag
    head.headers[.lastModified] = HTTPDate.text(secondsSince1970: max(0, file.modified))
    // Without this field, browsers would guess how long they may use their cached copy.
    head.headers[.cacheControl] = "no-cache"
    var plan = ResponsePlan(
      head: head, body: .file(path: path, offset: 0, count: file.size))
    if let status = request.status(for: file) {
      plan.head?.status = status
      plan.head?.headers.remove(.contentType)
      plan.body = .empty
    } else {
      plan.cutToRange(of: request)
    }
    plan.completeFraming(for: request)
    return plan
  }
}

extension ReceivedRequest {
  fileprivate func has(_ name: HTTPHeaderName) -> Bool { headers.contains(name) }

  /// Returns the status that the request's conditions cause (RFC 9110 §13.2.2), for a response
  /// without the file.
  ///
  /// It is `nil` if the file is to be sent.
  fileprivate func status(for file: BodyFile) -> HTTPStatusCode? {
    let tag = file.stamp.entityTag
    if let wanted = headers[.ifMatch] {
      if !Self.names(tag, in: wanted, isStrong: true) { return .preconditionFailed }
    } else if let date = date("If-Unmodified-Since"), file.modified > date {
      return .preconditionFailed
    }
    if let known = headers[.ifNoneMatch] {
      return Self.names(tag, in: known, isStrong: false) ? .notModified : nil
    }
    return date(.ifModifiedSince).flatMap { file.modified <= $0 ? .notModified : nil }
  }

  private func date(_ name: HTTPHeaderName) -> Int? { headers[name].flatMap(HTTPDate.seconds) }

  /// Returns whether a list of entity tags contains `tag`; weak tags match only if the comparison
  /// is not strong.
  private static func names(_ tag: String, in list: String, isStrong: Bool) -> Bool {
    list.split(separator: ",").contains { other in
      let other = other.trimmingWhitespace()
      return other == "*" || other == tag || (!isStrong && other == "W/\(tag)")
    }
  }
}

/// A folder whose files answer requests for their paths.
///
/// Files outside the folder are not found, whatever the path contains and wherever links lead.
/// Hidden entries are ignored, except `.well-known` (RFC 8615).
package struct StaticFolder: Sendable {
  enum Entry: Sendable, Hashable {
    /// The path of a file after following links.
    case file(String)
    /// The path, with a slash at its end, of a folder with an index file that was requested without
    /// the slash.
    case folder(path: String)
  }

  /// The name of the file that answers requests for its folder.
  static let index = "index.html"
  /// The priority of the files, which is the lowest, so all other stubs are asked first.
  private static let lastPriority = Int(Int32.max)

  let folder: FileFolder

  package init(_ path: String) { folder = FileFolder(path) }

  /// The stub that answers with the files; all other stubs are asked before it.
  package var stub: HTTPStub {
    let stub = HTTPStubRequest(file: folder.path, line: 0)
      .named("static files").priority(Self.lastPriority).match(StaticFileMatcher(folder: self))
    stub.responses[ResponseKey(method: .get)] = ResponseScript(
      responders: [StaticFileResponder(self)])
    return stub.snapshot
  }

  /// Returns the file or folder at the path of a request; `nil` if there is none.
  func entry(for path: String) -> Entry? {
    var names: [String] = []
    var namesFolder = path.hasSuffix("/")
    for segment in path.split(separator: "/") {
      let name = PercentEncoding.decode(segment)
      // Dot segments (RFC 3986 §5.2.4) are resolved here, because some clients do not remove them.
      let isDots = name == "." || name == ".."
      namesFolder = path.hasSuffix("/") || isDots
      if name == "..", names.popLast() == nil { return nil }
      guard !isDots else { continue }
      guard Self.isVisible(name) else { return nil }
      names.append(name)
    }
    let inner = names.joined(separator: "/")
    if names.isEmpty || namesFolder { return index(of: inner).map { .file($0) } }
    guard let found = folder.path(inside: inner), let kind = Self.kind(of: found) else {
      return nil
    }
    switch kind {
    case S_IFREG: return .file(found)
    case S_IFDIR where index(of: inner) != nil:
      // The path is built from the names, because `//host` at its start would lead to
      // another server.
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

/// A matcher that accepts requests for the path of a file in a folder.
private struct StaticFileMatcher: HTTPStubMatcher {
  let folder: StaticFolder

  var description: String { "path is a file in \(folder.folder.path)" }

  var sample: RequestSample? { RequestSample(path: "/") }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let path = request.target.path
    if folder.entry(for: path) != nil { return .matched }
    let expectation = Mismatch.Expectation.text("a file in \(folder.folder.path)")
    return .mismatched(Mismatch(.path, expectation, .values([path])))
  }
}
