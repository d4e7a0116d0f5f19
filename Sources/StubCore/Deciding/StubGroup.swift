/// A group of stubs that are turned on and off together: those of a file, or of a folder with its
/// subfolders.
package struct StubGroup: Sendable, Hashable {
  /// The path of the folder, or of the file with or without its extension.
  package let path: String

  package init(path: String) { self.path = path }

  package static func == (left: StubGroup, right: StubGroup) -> Bool {
    left.path.hasSameScalars(as: right.path)
  }

  /// Returns whether the stubs of this file belong to the group.
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

/// The groups that were turned on or off.
///
/// If a stub belongs to two of them, the later switch applies.
struct StubSwitches: Sendable, Hashable {
  private struct Switch: Sendable, Hashable {
    let group: StubGroup
    let isOn: Bool
  }

  private var switches: [Switch] = []

  var isEmpty: Bool { switches.isEmpty }

  /// Returns whether the stubs of a file were turned on or off; `nil` if they were not.
  func state(of file: String) -> Bool? {
    switches.last { $0.group.contains(file) }?.isOn
  }

  mutating func set(_ group: StubGroup, _ isOn: Bool) {
    switches.removeAll { group.contains($0.group.path) }
    switches.append(Switch(group: group, isOn: isOn))
  }
}

/// The reads and changes that the admin API makes in a running set.
extension StubSet {
  /// Returns the stub with identity `id`; `nil` if it is not in the set.
  package func stub(_ id: HTTPStub.ID) -> HTTPStub? { snapshot.value.stack[id]?.stub }

  /// The number of stubs.
  package var stubCount: Int { snapshot.value.stack.count }

  /// Restarts limits and sequences; requests in progress keep their responses.
  package func resetCounts() { update { $0.stack.resetCounts() } }

  /// Turns a stub on or off.
  ///
  /// When its file is reloaded, a stub gets the state of its group.
  ///
  /// - Returns: whether there is such a stub.
  package func turn(_ id: HTTPStub.ID, on: Bool) -> Bool {
    update { $0.stack.turn(id, on: on) }
  }

  /// Turns all stubs of a group on or off.
  ///
  /// The switch also applies to stubs that are added to the group later, and after its
  /// files are reloaded.
  ///
  /// - Returns: how many stubs the group has now.
  package func turn(_ group: StubGroup, on: Bool) -> Int {
    update { $0.stack.turn(group, on: on) }
  }

  /// Returns whether a stub is in the set and turned on.
  package func isOn(_ id: HTTPStub.ID) -> Bool {
    let stack = snapshot.value.stack
    return stack[id] != nil && stack.isOn(id)
  }

  /// The stubs in the order in which they are asked, with their numbers of answers, and whether
  /// they are on.
  package var states: [(stub: HTTPStub, answered: Int, isOn: Bool)] {
    let stack = snapshot.value.stack
    return stack.inOrder.map {
      ($0.stub, stack.answeredCount(of: $0.stub.id), stack.isOn($0.stub.id))
    }
  }
}
