extension Array {
  /// The element at an index that counts from the end when it is negative.
  subscript(fromEnd index: Int) -> Element? {
    let place = index < 0 ? index + count : index
    return indices.contains(place) ? self[place] : nil
  }

  /// The indices of a slice in the order of its step (RFC 9535 §2.3.4.2.2).
  func slicedIndices(start: Int?, end: Int?, step: Int) -> StrideTo<Int> {
    func place(_ index: Int, from lowest: Int, to highest: Int) -> Int {
      Swift.min(Swift.max(index < 0 ? index + count : index, lowest), highest)
    }
    if step > 0 {
      let first = start.map { place($0, from: 0, to: count) } ?? 0
      let past = end.map { place($0, from: 0, to: count) } ?? count
      return stride(from: first, to: past, by: step)
    }
    if step < 0 {
      let first = start.map { place($0, from: -1, to: count - 1) } ?? count - 1
      let past = end.map { place($0, from: -1, to: count - 1) } ?? -1
      return stride(from: first, to: past, by: step)
    }
    return stride(from: 0, to: 0, by: 1)
  }
}
