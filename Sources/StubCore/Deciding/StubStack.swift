/// The stubs in the order they are asked: by priority, and of one priority the newest first.
struct StubStack: Sendable {
  /// In reverse, so that adding the newest stub appends.
  private var reversed: [InstalledStub] = []

  var first: InstalledStub? { reversed.last }
  var isEmpty: Bool { reversed.isEmpty }

  /// The stubs in the order they are asked.
  var inOrder: ReversedCollection<[InstalledStub]> { reversed.reversed() }

  mutating func add(_ installed: InstalledStub) {
    let priority = installed.stub.priority
    var place = reversed.endIndex
    while place > 0, reversed[place - 1].stub.priority < priority { place -= 1 }
    reversed.insert(installed, at: place)
  }

  /// Removes and returns the stubs that fit.
  mutating func remove(where fits: (InstalledStub) -> Bool) -> [InstalledStub] {
    let removed = reversed.filter(fits)
    if !removed.isEmpty { reversed.removeAll(where: fits) }
    return removed
  }
}
