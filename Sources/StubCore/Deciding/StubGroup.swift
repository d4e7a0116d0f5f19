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

/// What a running set is asked and told from outside.
extension StubSet {
  /// The stub with this identity; `nil` when it is not in the set.
  package func stub(_ id: HTTPStub.ID) -> HTTPStub? { snapshot.value.stack[id]?.stub }

  /// How many stubs there are.
  package var stubCount: Int { snapshot.value.stack.count }

  /// Lets limits and sequences begin anew; requests under way keep their response.
  package func resetCounts() { update { $0.stack.resetCounts() } }

  /// Lets a stub answer, or not; one of a file is as its group when its file has been
  /// read again.
  ///
  /// - Returns: whether there is such a stub.
  package func turn(_ id: HTTPStub.ID, on: Bool) -> Bool {
    update { $0.stack.turn(id, on: on) }
  }

  /// Lets all stubs of a group answer, or not; those that come into it later, and when its files are
  /// read again, too.
  ///
  /// - Returns: how many there are now.
  package func turn(_ group: StubGroup, on: Bool) -> Int {
    update { $0.stack.turn(group, on: on) }
  }

  /// Whether a stub may answer; not so for one that is off, or not there.
  package func isOn(_ id: HTTPStub.ID) -> Bool {
    let stack = snapshot.value.stack
    return stack[id] != nil && stack.isOn(id)
  }

  /// The stubs in the order they are asked, each with how often it has answered and whether it is on.
  package var states: [(stub: HTTPStub, answered: Int, isOn: Bool)] {
    let stack = snapshot.value.stack
    return stack.inOrder.map {
      ($0.stub, stack.answeredCount(of: $0.stub.id), stack.isOn($0.stub.id))
    }
  }
}
