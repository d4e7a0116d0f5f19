/// The stubs in the order they are asked: by priority, and of one priority the newest first.
struct StubStack: Sendable {
  /// In reverse, so that adding the newest stub appends.
  private var reversed: [InstalledStub] = []

  init() {}

  /// Stubs in the order they are added.
  init(_ stubs: some Sequence<InstalledStub>) {
    let numbered = stubs.enumerated().sorted { left, right in
      (right.element.stub.priority, left.offset) < (left.element.stub.priority, right.offset)
    }
    reversed = numbered.map(\.element)
  }

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

  /// Puts a stub in the place of another; where their priorities differ, in its own place.
  ///
  /// - Returns: whether the other was there.
  mutating func replace(_ id: HTTPStub.ID, with installed: InstalledStub) -> Bool {
    guard let place = reversed.firstIndex(where: { $0.stub.id == id }) else { return false }
    if reversed[place].stub.priority == installed.stub.priority {
      reversed[place] = installed
    } else {
      reversed.remove(at: place)
      add(installed)
    }
    return true
  }

  /// Removes and returns the stubs that fit.
  mutating func remove(where fits: (InstalledStub) -> Bool) -> [InstalledStub] {
    let removed = reversed.filter(fits)
    if !removed.isEmpty { reversed.removeAll(where: fits) }
    return removed
  }
}

extension StubStack {
  /// What came of asking the stubs one after the other.
  struct Asked {
    /// The stub that answers.
    var claimed: (installed: InstalledStub, captures: Captures, claim: InstalledStub.Claim)?
    /// What the first stub says that accepts the request but has no response for it; `nil` for none.
    var consequence: HTTPStubSequenceEnding?
    /// Whether another time might have another result.
    var canPass = false
  }

  /// Takes a response of the first stub that accepts the request and has one.
  func firstClaim(for request: ReceivedRequest) -> Asked {
    var asked = Asked()
    for installed in inOrder where installed.stub.answers(request.method) {
      guard let captures = installed.match(request) else { continue }
      switch installed.claim(for: request) {
      case .success(let claim):
        asked.claimed = (installed, captures, claim)
        return asked
      case .failure(let obstacle):
        asked.canPass = asked.canPass || obstacle.canPass
        if asked.consequence == nil, obstacle.consequence != .fallThrough {
          asked.consequence = obstacle.consequence
        }
      }
    }
    return asked
  }
}
