/// Stubs that are turned on and off together: those of a file, or of a folder and all that is in it.
package struct StubGroup: Sendable, Hashable {
  /// The path of the folder, or of the file with or without its extension.
  package let path: String

  package init(path: String) { self.path = path }

  /// Whether it has the stubs of this file.
  package func contains(_ file: String) -> Bool {
    guard file.utf8.starts(with: path.utf8) else { return false }
    let rest = file.utf8.dropFirst(path.utf8.count)
    switch rest.first {
    case nil, UInt8(ascii: "/"): return true
    case UInt8(ascii: "."): return !rest.contains(UInt8(ascii: "/"))
    default: return path.utf8.last == UInt8(ascii: "/")
    }
  }
}

/// What was said of groups of stubs; of two groups that a stub is in, the later one holds.
struct StubSwitches: Sendable, Hashable {
  private struct Switch: Sendable, Hashable {
    let group: StubGroup
    let isOn: Bool
  }

  private var switches: [Switch] = []

  var isEmpty: Bool { switches.isEmpty }

  /// Whether the stubs of a file were turned on or off; `nil` when nothing was said of them.
  func state(of file: String) -> Bool? {
    switches.last { $0.group.contains(file) }?.isOn
  }

  mutating func set(_ group: StubGroup, _ isOn: Bool) {
    switches.removeAll { group.contains($0.group.path) }
    switches.append(Switch(group: group, isOn: isOn))
  }
}
