import StubLanguages

extension FuzzTarget {
  /// A glob in the first line on the text below it agrees with a plain recursive matcher.
  static let glob = FuzzTarget("glob") { input in
    let (pattern, subject) = input.halves
    _ = try? Glob(host: pattern.text).matches(subject.text)
    guard let matches = try? Glob(pattern.text).matches(subject.text) else { return }
    guard let plain = PlainGlob(pattern.text), subject.bytes.count < 40 else { return }
    expect(
      plain.matches(subject.text) == matches, "\(pattern.text) on \(subject.text): \(matches)")
  }
}

/// A glob of `*`, `**`, `?` and literals, matched by backtracking.
private struct PlainGlob {
  private let scalars: [Unicode.Scalar]

  /// `nil` for one that has more than that, or is long.
  init?(_ pattern: String) {
    guard pattern.utf8.count < 20, !pattern.contains("***"),
      !pattern.unicodeScalars.contains(where: { "[]{}\\".unicodeScalars.contains($0) })
    else { return nil }
    scalars = Array(pattern.unicodeScalars)
  }

  func matches(_ text: String) -> Bool { matches(0, Array(text.unicodeScalars)[...]) }

  private func matches(_ place: Int, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
    guard place < scalars.count else { return text.isEmpty }
    switch scalars[place] {
    case "*" where has("*", at: place + 1):
      if !isSegment(place, place + 2) { return afterSome(text, place + 2) { _ in true } }
      if place + 2 == scalars.count { return true }
      return matches(place + 3, text)
        || text.indices.contains { text[$0] == "/" && matches(place + 3, text[($0 + 1)...]) }
    case "*":
      let rest = isSegment(place, place + 1) ? text.dropFirst() : text
      if isSegment(place, place + 1), text.first ?? "/" == "/" { return false }
      return afterSome(rest, place + 1) { $0 != "/" }
    case "?": return text.first ?? "/" != "/" && matches(place + 1, text.dropFirst())
    case let literal: return text.first == literal && matches(place + 1, text.dropFirst())
    }
  }

  /// Whether the rest of the pattern matches behind any number of such characters.
  private func afterSome(
    _ text: ArraySlice<Unicode.Scalar>, _ place: Int, of isTaken: (Unicode.Scalar) -> Bool
  ) -> Bool {
    var rest = text
    while true {
      if matches(place, rest) { return true }
      guard let next = rest.first, isTaken(next) else { return false }
      rest = rest.dropFirst()
    }
  }

  private func has(_ scalar: Unicode.Scalar, at place: Int) -> Bool {
    place < scalars.count && scalars[place] == scalar
  }

  /// Whether that part of the pattern is a whole segment.
  private func isSegment(_ start: Int, _ end: Int) -> Bool {
    (start == 0 || scalars[start - 1] == "/") && (end == scalars.count || scalars[end] == "/")
  }
}
