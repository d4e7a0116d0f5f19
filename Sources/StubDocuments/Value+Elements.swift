import StubCore

extension Value {
  /// The first mapping in a list, by which a format is recognized.
  ///
  /// It is searched among the first elements, because some of them may be damaged.
  package var sample: Value? {
    elements?.prefix(Self.sampleCount).first { $0.document.tokens[Int($0.index)].kind == .object }
  }

  private static let sampleCount = 16

  /// The elements of a list, each created on demand.
  ///
  /// Folded elements, which share a token, are parsed again when one of them is read; only the last
  /// run of them is kept.
  package struct Elements: RandomAccessCollection, Sendable {
    private let list: Value
    private let document: Document?
    /// The token indices of the elements, or of folded runs of elements.
    private let slots: [UInt32]
    /// The number of the first element in each slot; empty if each slot has one element.
    private let numbers: [UInt32]
    package let endIndex: Int
    private let unfolded: UnfoldedRun?

    /// Creates the elements of a list whose token has the index `place`.
    init(of list: Value, in document: Document, at place: Int) {
      self.list = list
      self.document = document
      slots = document.slots(in: place)
      guard document.run != nil,
        slots.contains(where: { document.tokens[Int($0)].kind == .folded })
      else {
        (numbers, endIndex, unfolded) = ([], slots.count, nil)
        return
      }
      var count = 0
      numbers = slots.map { slot in
        let token = document.tokens[Int(slot)]
        defer { count += token.kind == .folded ? Int(token.extent) : 1 }
        return UInt32(truncatingIfNeeded: count)
      }
      endIndex = count
      unfolded = UnfoldedRun()
    }

    /// Creates an empty list of elements, for a value that is not a list.
    init(noneOf value: Value) {
      (list, document, slots, numbers, endIndex, unfolded) = (value, nil, [], [], 0, nil)
    }

    private init(sharing elements: Elements) {
      list = elements.list.shared
      document = elements.document.map(Document.init(sharing:))
      (slots, numbers, endIndex) = (elements.slots, elements.numbers, elements.endIndex)
      unfolded = elements.unfolded.map { _ in UnfoldedRun() }
    }

    package var startIndex: Int { 0 }

    package subscript(index: Int) -> Value {
      guard let unfolded else { return list.child(at: Int(slots[index])) }
      let place = slot(of: index)
      guard isFolded(place) else { return list.child(at: Int(slots[place])) }
      return unfolded.run(at: Int(slots[place])) { run(at: place) }[index - Int(numbers[place])]
    }

    private func isFolded(_ place: Int) -> Bool {
      document?.tokens[Int(slots[place])].kind == .folded
    }

    /// Returns the folded elements in the slot at `place`.
    private func run(at place: Int) -> Elements {
      guard let document else { return Elements(noneOf: list) }
      let run = document.unfolded(
        Int(slots[place]), of: list, firstIndex: Int(numbers[place]))
      return Elements(of: Value(run), in: run, at: 0)
    }

    package func makeIterator() -> Iterator { Iterator(of: self) }

    /// An iterator over all elements, run by run.
    package struct Iterator: IteratorProtocol {
      private let elements: Elements
      /// The index of the next slot.
      private var place = 0
      private var run: [Value] = []
      /// The index of the next element in the run.
      private var index = 0

      fileprivate init(of elements: Elements) { self.elements = elements }

      package mutating func next() -> Value? {
        if index < run.count {
          index += 1
          return run[index - 1]
        }
        guard place < elements.slots.count else { return nil }
        defer { place += 1 }
        guard elements.unfolded != nil, elements.isFolded(place) else {
          return elements.list.child(at: Int(elements.slots[place]))
        }
        let run = elements.run(at: place)
        self.run = run.slots.map { run.list.child(at: Int($0)) }
        index = 1
        return self.run[0]
      }
    }

    /// Returns the last slot that begins at or before the element `index`.
    private func slot(of index: Int) -> Int {
      var (low, high) = (0, numbers.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if numbers[middle] <= index { low = middle } else { high = middle }
      }
      return low
    }

    /// A copy for another thread; see ``Document/init(sharing:)``.
    package var shared: Elements { Elements(sharing: self) }
  }
}

/// A cache of the last run of elements that was parsed, because the next element is probably in the
/// same run.
private final class UnfoldedRun: Sendable {
  private let last = Lock<(slot: Int, elements: Value.Elements)?>(nil)

  func run(at slot: Int, _ read: () -> Value.Elements) -> Value.Elements {
    if let last = last.withLock(\.self), last.slot == slot { return last.elements }
    let elements = read()
    last.withLock { $0 = (slot, elements) }
    return elements
  }
}
