/// Formats a text of a file for messages: in quotes, on one line, and shortened.
package enum Quotation {
  private static let limit = 60

  package static func of(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.prefix(limit).unicodeScalars {
      switch scalar {
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      default:
        if scalar.properties.generalCategory == .control {
          quoted += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + (text.dropFirst(limit).isEmpty ? "\"" : "…\"")
  }

  /// Returns `"a"` for one text, or `one of "a", "b"` for several.
  package static func oneOf(_ texts: [String]) -> String {
    let quoted = texts.map(of).joined(separator: ", ")
    return texts.count == 1 ? quoted : "one of \(quoted)"
  }
}

/// Finds the name that the user most likely meant.
package enum NearestName {
  /// The longest name, in bytes, that is compared.
  private static let longestName = 64

  /// Returns the candidate with the fewest edits, ignoring letter case.
  ///
  /// The result is `nil` if there are too many edits for the length of the name.
  package static func to(_ name: String, among candidates: some Sequence<String>) -> String? {
    guard name.utf8.count <= longestName else { return nil }
    let written = Array(name.lowercased())
    let bound = max(1, min(3, written.count / 3))
    var nearest: (name: String, distance: Int)?
    for candidate in candidates where candidate.utf8.count <= longestName {
      let limit = nearest.map { $0.distance - 1 } ?? bound
      let letters = Array(candidate.lowercased())
      if let distance = distance(written, letters, atMost: limit) {
        nearest = (candidate, distance)
      }
    }
    return nearest?.name
  }

  /// Returns how many letters must be inserted, deleted, replaced or swapped to get from one word
  /// to the other.
  ///
  /// The result is `nil` if the distance exceeds `limit`.
  package static func distance(_ from: [Character], _ to: [Character], atMost limit: Int) -> Int? {
    guard abs(from.count - to.count) <= limit else { return nil }
    var beforePrevious: [Int] = []
    var previous = Array(0...to.count)
    for row in 0..<from.count {
      var current = [row + 1]
      for column in 0..<to.count {
        let replaced = previous[column] + (from[row] == to[column] ? 0 : 1)
        var least = min(replaced, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
          least = min(least, beforePrevious[column - 1] + 1)
        }
        current.append(least)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[to.count] <= limit ? previous[to.count] : nil
  }
}
