/// The stubs of files, which have negative numbers; stubs that are added later are asked first.
extension StubStack {
  /// The distance between the numbers of neighboring stubs, so that others fit in between.
  private static let distance = 1 << 32
  /// The number before all numbers of stubs of files.
  private static let start = Int.min / 4

  init(files stubs: [HTTPStub]) {
    self.init()
    _ = insert(stubs, between: Self.start, and: 0)
  }

  /// Returns a stack of these stubs of files, which shares with this one what both have in common.
  ///
  /// The time depends mostly on the number of stubs that only one of the two has.
  func replacingFiles(with stubs: [HTTPStub]) -> StubStack {
    let kept = Set(stubs.map(\.id))
    var stack = self
    for installed in inOrder where !kept.contains(installed.stub.id) {
      stack.remove(installed.rank)
    }
    var last = Self.start
    var new: [HTTPStub] = []
    for stub in stubs {
      guard let number = self[stub.id]?.rank.number else {
        new.append(stub)
        continue
      }
      guard stack.insert(new, between: last, and: number) else { return StubStack(files: stubs) }
      (last, new) = (number, [])
    }
    return stack.insert(new, between: last, and: 0) ? stack : StubStack(files: stubs)
  }

  /// Inserts stubs with numbers between two others.
  ///
  /// - Returns: `false`, and nothing is inserted, if there are too few numbers.
  private mutating func insert(_ stubs: [HTTPStub], between last: Int, and next: Int) -> Bool {
    let step = min(Self.distance, (next - last) / (stubs.count + 1))
    guard step > 0 else { return false }
    for (place, stub) in stubs.enumerated() {
      let number = last + step * (place + 1)
      insert(InstalledStub(stub, rank: Rank(priority: stub.priority, number: number)))
    }
    return true
  }
}
