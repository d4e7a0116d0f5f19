/// Removes what `~` asks for, and the line of a tag that stands alone on it.
enum TemplateWhitespace {
  static func control(_ pieces: [TemplatePiece]) -> [TemplatePiece] {
    let alone = pieces.indices.map { standsAlone($0, in: pieces) }
    return pieces.enumerated().map { index, piece in
      guard case .text(let text) = piece else { return piece }
      var kept = text.unicodeScalars[...]
      if index > 0, case .tag(let before) = pieces[index - 1] {
        if before.trimsAfter {
          kept = kept.drop(while: isWhitespace)
        } else if alone[index - 1] {
          kept = dropRestOfLine(kept)
        }
      }
      if index + 1 < pieces.count, case .tag(let after) = pieces[index + 1] {
        if after.trimsBefore {
          kept = dropLast(kept, while: isWhitespace)
        } else if alone[index + 1] {
          kept = dropLast(kept, while: isBlank)
        }
      }
      return .text(String(kept))
    }
  }

  /// Whether nothing but blanks is left and right of the tag on its line.
  private static func standsAlone(_ index: Int, in pieces: [TemplatePiece]) -> Bool {
    guard case .tag(let tag) = pieces[index], tag.mayStandAlone else { return false }
    return lineStarts(before: index, in: pieces) && lineEnds(after: index, in: pieces)
  }

  private static func lineStarts(before index: Int, in pieces: [TemplatePiece]) -> Bool {
    guard index > 0 else { return true }
    guard case .text(let text) = pieces[index - 1] else { return false }
    let rest = dropLast(text.unicodeScalars[...], while: isBlank)
    guard let last = rest.last else { return index == 1 }
    return last == "\n"
  }

  private static func lineEnds(after index: Int, in pieces: [TemplatePiece]) -> Bool {
    guard index + 1 < pieces.count else { return true }
    guard case .text(let text) = pieces[index + 1] else { return false }
    let rest = text.unicodeScalars.drop(while: isBlank)
    guard let first = rest.first else { return index + 2 == pieces.count }
    return first == "\n" || (first == "\r" && rest.dropFirst().first == "\n")
  }

  private typealias Scalars = Substring.UnicodeScalarView

  private static func dropRestOfLine(_ text: Scalars) -> Scalars {
    var rest = text.drop(while: isBlank)
    if rest.first == "\r", rest.dropFirst().first == "\n" { rest = rest.dropFirst() }
    return rest.first == "\n" ? rest.dropFirst() : rest
  }

  private static func dropLast(
    _ text: Scalars, while drops: (Unicode.Scalar) -> Bool
  ) -> Scalars {
    var text = text
    while let last = text.last, drops(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t"
  }

  private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
  }
}
