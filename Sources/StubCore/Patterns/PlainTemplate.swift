/// A path template of plain texts and whole segments, which plain paths are compared with as they
/// are.
///
/// What is plain has one form only: paths that are not, in what a template looks at, are left to
/// `TemplateSequence`, which says the same of plain ones and takes longer.
struct PlainTemplate: Sendable {
  /// Stands for a variable; no plain text has it.
  private static let segment = UInt8(ascii: "{")

  private var text: [UInt8] = []
  private var variables: [TemplateVariable] = []

  /// `nil` for a template that has something else.
  init?(_ sequence: TemplateSequence) {
    for (index, state) in sequence.states.enumerated() {
      switch state {
      case .literal(let units):
        let bytes = units.map { UInt8(truncatingIfNeeded: $0) }
        guard zip(units, bytes).allSatisfy({ $0 == UInt16($1) && Self.isPlain($1) }) else {
          return nil
        }
        text += bytes
      case .variable(let choice):
        guard choice.isWholeSegment, choice.variable.modifier == .none,
          sequence.isEndOfSegment(index + 1)
        else { return nil }
        text.append(Self.segment)
        variables.append(choice.variable)
      }
    }
    // The slash that others start with is optional.
    guard text.first == UInt8(ascii: "/") else { return nil }
  }

  /// Whether the template matches, and with which values; `nil` for a path that is not plain.
  func match(_ path: String, into bindings: inout TemplateBindings) -> Bool? {
    var path = path
    return path.withUTF8 { match($0, into: &bindings) }
  }

  private func match(
    _ path: UnsafeBufferPointer<UInt8>, into bindings: inout TemplateBindings
  ) -> Bool? {
    var place = 0
    var variable = 0
    for wanted in text {
      if wanted == Self.segment {
        let start = place
        while place < path.count, path[place] != UInt8(ascii: "/") {
          guard Self.isPlain(path[place]) else { return nil }
          place += 1
        }
        let value = UnsafeBufferPointer(rebasing: path[start..<place])
        guard !value.isEmpty,
          bindings.bind(variables[variable], .string(String(decoding: value, as: UTF8.self)))
        else { return false }
        variable += 1
      } else {
        guard place < path.count else { return false }
        guard path[place] == wanted else { return Self.isPlain(path[place]) ? false : nil }
        place += 1
      }
    }
    return place == path.count
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: "/")
  }
}
