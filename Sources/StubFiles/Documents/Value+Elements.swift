import StubCore

extension Value {
  /// The elements of a list, each made when it is asked for.
  ///
  /// Of those that are folded, one run at a time has tokens.
  package struct Elements: RandomAccessCollection, Sendable {
    private let list: Value
    private let document: Document?
    /// Where the elements are, or the runs of them.
    private let slots: [UInt32]
    /// The number of the first element at each of the slots; empty if none stands for more than one.
    private let numbers: [UInt32]
    package let endIndex: Int
    private let unfolded: UnfoldedRun?

    /// The elements of a list that stands at a place in its document.
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

    /// The elements of a value that is no list.
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
      guard let document, let unfolded else { return list.child(at: Int(slots[index])) }
      let place = slot(of: index)
      let (slot, first) = (Int(slots[place]), Int(numbers[place]))
      guard document.tokens[slot].kind == .folded else { return list.child(at: slot) }
      let run = unfolded.run(at: slot) {
        let run = document.unfolded(slot, of: list, firstIndex: first)
        return Elements(of: Value(run), in: run, at: 0)
      }
      return run[index - first]
    }

    /// The last slot whose first element does not come after that element.
    private func slot(of index: Int) -> Int {
      var (low, high) = (0, numbers.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if numbers[middle] <= index { low = middle } else { high = middle }
      }
      return low
    }

    /// The same elements for another thread; see ``Document/init(sharing:)``.
    var shared: Elements { Elements(sharing: self) }
  }
}

/// The run of elements that was read last, as the next one that is asked for is most likely one of them.
private final class UnfoldedRun: Sendable {
  private let last = Lock<(slot: Int, elements: Value.Elements)?>(nil)

  func run(at slot: Int, _ read: () -> Value.Elements) -> Value.Elements {
    if let last = last.withLock(\.self), last.slot == slot { return last.elements }
    let elements = read()
    last.withLock { $0 = (slot, elements) }
    return elements
  }
}
