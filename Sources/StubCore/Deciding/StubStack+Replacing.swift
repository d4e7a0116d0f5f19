/// Stubs that take the places of others, and keep them when those are read or made again.
extension StubStack {
  /// Puts a stub in the place of another; where their priorities differ, in its own place.
  ///
  /// - Returns: whether the other was there.
  mutating func replace(_ id: HTTPStub.ID, with stub: HTTPStub) -> Bool {
    guard let old = self[id] else { return false }
    let original = originals[id] ?? old.stub
    remove(old.rank)
    if old.rank.priority == stub.priority {
      insert(InstalledStub(stub, rank: old.rank))
    } else {
      add(stub)
    }
    originals[stub.id] = original
    return true
  }

  /// With the stubs that were added to another, or replaced some there, and with what they have counted.
  func adding(addedOf other: StubStack, leavingOut left: Set<HTTPStub.ID> = []) -> StubStack {
    var stack = self
    stack.skipNumbers(to: other.numberOfAdded)
    if stack.switches != other.switches { stack.apply(other.switches) }
    for installed in other.inOrder where !left.contains(installed.stub.id) {
      guard stack.keeps(installed, of: other) else { continue }
      stack.takeOver(installed, of: other)
      if !other.isOn(installed.stub.id) { _ = stack.turn(installed.stub.id, on: false) }
    }
    return stack
  }

  /// Whether a stub of another stack stays here: one that was added does, and one that took the place of a
  /// file's stub, unless the file now has another stub there.
  private func keeps(_ installed: InstalledStub, of other: StubStack) -> Bool {
    if installed.isAdded { return true }
    guard let original = other.originals[installed.stub.id] else { return false }
    return place(of: original) != nil
      || !inOrder.contains { $0.stub.origin.file == original.origin.file }
  }

  /// Takes over a stub of another stack: into the place of the one that it replaced there, if that is here too.
  ///
  /// One that gets another place counts from 0 again.
  mutating func takeOver(_ installed: InstalledStub, of other: StubStack) {
    let id = installed.stub.id
    guard let original = other.originals[id] else { return insert(installed) }
    let place = place(of: original)
    let current = place.map { originals[$0.stub.id] ?? $0.stub } ?? original
    if let place { remove(place.rank) }
    originals[id] = current
    if let place, place.rank.priority == installed.rank.priority {
      insert(
        place.rank == installed.rank ? installed : InstalledStub(installed.stub, rank: place.rank))
    } else if installed.isAdded {
      insert(installed)
    } else {
      add(installed.stub)
    }
  }

  /// The stub that another took the place of, as it is here now: itself, what took its place here, or what its
  /// file has there.
  private func place(of original: HTTPStub) -> InstalledStub? {
    self[original.id]
      ?? inOrder.first {
        originals[$0.stub.id]?.id == original.id
          || (!$0.isAdded && $0.stub.isWritten(like: original))
      }
  }
}

extension HTTPStub {
  /// Whether it stands in the same place of the same file as another, and says the same in short.
  fileprivate func isWritten(like other: HTTPStub) -> Bool {
    origin == other.origin && written == other.written && name == other.name
      && priority == other.priority && limit == other.limit
      && matchers.map(\.description) == other.matchers.map(\.description)
      && answerTitles.map(\.title) == other.answerTitles.map(\.title)
  }
}
