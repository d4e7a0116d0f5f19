import StubCore
import StubPlatform

/// The search for the differences between two bodies.
///
/// They are the different values of JSON bodies, or else the first different line or byte.
struct BodyComparison {
  private(set) var changes: [RecordingChange] = []

  init(_ recorded: Data, _ found: Data) {
    if recorded == found || SecretPlaceholder.matches(recorded: Array(recorded), Array(found)) {
      return
    }
    if let old = Self.json(recorded), let new = Self.json(found) {
      compare(old, new, at: [])
      if changes.count > RecordingChange.limit { shorten() }
    } else if let old = Self.text(recorded), let new = Self.text(found) {
      compareLines(old, new)
    } else {
      let place = zip(recorded, found).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      changes.append(
        RecordingChange(
          "body from byte \(place ?? min(recorded.count, found.count))",
          recorded: "\(recorded.count) bytes", found: "\(found.count) bytes"))
    }
  }

  private static func json(_ body: Data) -> JSONValue? {
    switch try? JSONValue(parsing: body) {
    case .array(let elements): .array(elements)
    case .object(let object): .object(object)
    default: nil
    }
  }

  private static func text(_ body: Data) -> String? {
    body.hasByte(0) ? nil : String(checkingUTF8: body)
  }

  private mutating func compare(_ recorded: JSONValue, _ found: JSONValue, at steps: [JSONStep]) {
    if changes.count > RecordingChange.limit || recorded == found { return }
    switch (recorded, found) {
    case (.object(let old), .object(let new)):
      for (name, value) in old.members {
        compareMembers(value, new[name], at: steps + [.name(name)])
      }
      for (name, value) in new.members where old[name] == nil {
        compareMembers(nil, value, at: steps + [.name(name)])
      }
    case (.array(let old), .array(let new)):
      for index in 0..<max(old.count, new.count) {
        compareMembers(
          index < old.count ? .some(old[index]) : .none,
          index < new.count ? .some(new[index]) : .none,
          at: steps + [.index(index)])
      }
    case (.string(let old), .string(let new)) where SecretPlaceholder.matches(recorded: old, new):
      break
    case (.number(let old), .number) where old.text == SecretPlaceholder.number: break
    default: add(recorded, found, at: steps)
    }
  }

  private mutating func compareMembers(
    _ recorded: JSONValue?, _ found: JSONValue?, at steps: [JSONStep]
  ) {
    if let recorded, let found { return compare(recorded, found, at: steps) }
    add(recorded, found, at: steps)
  }

  private mutating func add(_ recorded: JSONValue?, _ found: JSONValue?, at steps: [JSONStep]) {
    let pointer = steps.pointer
    changes.append(
      RecordingChange(
        pointer.isEmpty ? "body" : "body at \(pointer)", recorded: Self.words(recorded),
        found: Self.words(found)))
  }

  private static func words(_ value: JSONValue?) -> String {
    guard let text = value?.text() else { return RecordingChange.nothing }
    return text.count <= 80 ? text : text.prefix(79) + "…"
  }

  /// The lines of a text; a CR at the end of a line is part of the line.
  private static func lines(_ text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  private mutating func compareLines(_ recorded: String, _ found: String) {
    let (old, new) = (Self.lines(recorded), Self.lines(found))
    let place = zip(old, new).enumerated()
      .first { !$0.element.0.utf8.elementsEqual($0.element.1.utf8) }?.offset
    let line = place ?? min(old.count, new.count)
    let words = { (lines: [Substring]) in
      line < lines.count ? RecordingChange.summary(String(lines[line])) : RecordingChange.nothing
    }
    changes.append(
      RecordingChange("body from line \(line + 1)", recorded: words(old), found: words(new)))
  }

  private mutating func shorten() {
    changes = Array(changes.prefix(RecordingChange.limit))
    changes.append(
      RecordingChange("body", recorded: "more that differs", found: "more that differs"))
  }
}
