/// Stubs by the part of their path that comes before its last or its first open segment: `/users` of
/// `/users/list` and of `/users/{id}/photos`.
///
/// A request that no stub answers is compared with those for the same part.
struct NearestStubs: Sendable {
  private var byParent = PiecewiseDictionary<StubBucket>()

  mutating func insert(_ stub: InstalledStub, under keys: [StubKey]) {
    guard let parent = keys.parentPath else { return }
    byParent[Self.hash(of: parent.utf8), default: .empty].insert(stub)
  }

  mutating func remove(_ stub: InstalledStub) {
    guard let parent = stub.stub.keys.parentPath else { return }
    let hash = Self.hash(of: parent.utf8)
    _ = byParent[hash, default: .empty].remove(stub)
    if byParent[hash]?.count == 0 { byParent.remove(hash) }
  }

  /// Shows the stubs for the request's parent path, then for the parent of that, and so on; those for
  /// one path in the order they are asked.
  ///
  /// Ends when `body` returns `false`.
  func forEach(near target: RequestURL, _ body: (InstalledStub) -> Bool) {
    var path = target.readablePath.utf8[...]
    while let slash = path.lastIndex(of: UInt8(ascii: "/")) {
      path = path[..<slash]
      switch byParent[Self.hash(of: path)] {
      case .one(let stub): if !body(stub) { return }
      case .several(let stubs): for stub in stubs where !body(stub.installed) { return }
      case .empty, nil: continue
      }
    }
  }

  private static func hash(of path: some Sequence<UInt8>) -> UInt64 { ByteHash(path).value(1) }
}

extension [StubKey] {
  /// The part of the path that comes before its last or its first open segment; `nil` for stubs that
  /// ask for no path.
  fileprivate var parentPath: String? {
    for key in self {
      switch key.form {
      case .path(let path), .pathPrefix(let path):
        return path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
      case .segments(let shape):
        let literals = shape.segments.dropLast().prefix { $0 != nil }
        return literals.map { "/" + ($0 ?? "") }.joined()
      case .literal, .value: continue
      }
    }
    return nil
  }
}
