/// The stubs by parent path, which is the path before the last segment or the first variable
/// segment.
///
/// The parent path of both `/users/list` and `/users/{id}/photos` is `/users`. To find the closest
/// stubs, an unmatched request is compared with the stubs of its parent path.
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

  /// Adds the stubs for the request's parent path, then for the parent of that path, and so on.
  ///
  /// The stubs for one path come in the order in which they are tried.
  func collect(near target: RequestURL, into selection: inout StubSelection) {
    var path = target.readablePath.utf8[...]
    while !selection.isFull, let slash = path.lastIndex(of: UInt8(ascii: "/")) {
      path = path[..<slash]
      switch byParent[Self.hash(of: path)] {
      case .one(let stub): selection.add(CollectionOfOne(stub))
      case .several(let stubs): selection.add(stubs.lazy.map(\.installed))
      case .empty, nil: continue
      }
    }
  }

  private static func hash(of path: some Sequence<UInt8>) -> UInt64 { ByteHash(path).value(1) }
}

/// The first stubs of several lists, up to a limit and without duplicates.
struct StubSelection {
  private(set) var stubs: [InstalledStub] = []
  private let limit: Int

  init(_ limit: Int) {
    self.limit = limit
    stubs.reserveCapacity(limit)
  }

  var isFull: Bool { stubs.count >= limit }

  /// Adds stubs until the limit is reached, except stubs that are already selected.
  ///
  /// `more` must not contain duplicates.
  mutating func add(_ more: some Sequence<InstalledStub>) {
    let known = stubs.count
    for stub in more {
      if isFull { return }
      if !stubs[..<known].contains(where: { $0 === stub }) { stubs.append(stub) }
    }
  }
}

extension [StubKey] {
  /// The path before its last segment, or before its first variable segment; `nil` for a stub
  /// without a path.
  fileprivate var parentPath: String? {
    for key in self {
      switch key.form {
      case .path(let path), .pathPrefix(let path):
        return path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
      case .segments(let shape):
        let literals = shape.segments.dropLast().prefix { $0 != nil }
        return literals.map { "/" + ($0 ?? "") }.joined()
      case .literal, .value, .text: continue
      }
    }
    return nil
  }
}
