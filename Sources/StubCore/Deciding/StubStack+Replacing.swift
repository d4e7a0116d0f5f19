/// The replacement of stubs, which is repeated after files are reloaded or a session is reset.
extension StubStack {
  /// Replaces a stub by another one.
  ///
  /// If its priority differs, the new stub gets a new position.
  ///
  /// - Returns: whether the old stub was there.
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

  /// Returns this stack with the stubs that were added or replaced in `other`, and with their
  /// counts.
  func adding(changesOf other: StubStack, leavingOut left: Set<HTTPStub.ID> = []) -> StubStack {
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

  /// Returns whether a stub of `other` also belongs in this stack.
  ///
  /// Added stubs do. A stub that has replaced a file's stub also does, unless the file now has a
  /// different stub in that place.
  private func keeps(_ installed: InstalledStub, of other: StubStack) -> Bool {
    if installed.isAdded { return true }
    guard let original = other.originals[installed.stub.id] else { return false }
    return place(of: original) != nil
      || !inOrder.contains { $0.stub.origin.file == original.origin.file }
  }

  /// Inserts a stub of `other`, with its counts.
  ///
  /// If the stub has replaced another stub in `other`, it also replaces that stub in this stack. A
  /// stub that gets a new position counts from 0 again.
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

  /// Returns the stub that stands for a replaced one in this stack.
  ///
  /// This is the stub itself, its replacement, or the stub that is now in its place in the file.
  private func place(of original: HTTPStub) -> InstalledStub? {
    self[original.id]
      ?? inOrder.first {
        originals[$0.stub.id]?.id == original.id
          || (!$0.isAdded && $0.stub.isWritten(like: original))
      }
  }
}

extension HTTPStub {
  /// Returns whether both stubs come from the same place of the same file, with the same short
  /// description.
  fileprivate func isWritten(like other: HTTPStub) -> Bool {
    origin == other.origin && written == other.written
      && name.hasSameScalars(as: other.name)
      && priority == other.priority && limit == other.limit
      && matchers.map(\.description) == other.matchers.map(\.description)
      && answerTitles.map(\.title) == other.answerTitles.map(\.title)
  }
}
