extension StubSet {
  /// Lets a stub answer, or not; one of a file is on again when its file has been read again.
  ///
  /// - Returns: whether there is such a stub.
  package func turn(_ id: HTTPStub.ID, on: Bool) -> Bool {
    update { $0.stack.turn(id, on: on) }
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
