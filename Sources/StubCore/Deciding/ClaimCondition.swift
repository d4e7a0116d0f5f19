/// What has to agree before a stub gives a response: the order of a cassette, the state of a scenario.
///
/// It is asked under the lock of the stub's claims, so that reading and moving on are one step; it
/// runs no caller code.
package protocol ClaimCondition: Sendable {
  /// What listings of stubs say of it; `nil`, the default, for nothing.
  var title: String? { get }
  /// Why the response with that number cannot be given now; `nil` when it can. It has no effect.
  func obstacle(to number: Int) -> Obstacle?
  /// Gives leave for the response with that number, and moves on.
  func claim(_ number: Int) throws(Obstacle) -> Leave
  /// The same condition in a state of the session's own; by default itself.
  func isolated(in claims: SessionClaims) -> any ClaimCondition
}

extension ClaimCondition {
  package var title: String? { nil }
  package func isolated(in claims: SessionClaims) -> any ClaimCondition { self }
}

/// Leave for one response.
package struct Leave: Sendable {
  /// Holds the response until others are over.
  package let gate: HTTPStubGate?
  /// Called once, when the response has ended; `nil` where the end changes nothing.
  package let finish: (@Sendable (ResponseEnding) -> Void)?

  package init(
    gate: HTTPStubGate? = nil, finish: (@Sendable (ResponseEnding) -> Void)? = nil
  ) {
    self.gate = gate
    self.finish = finish
  }
}

/// Why a stub that accepts a request does not answer it.
package struct Obstacle: Error, Sendable {
  /// What reports call the condition, such as `has responses left`.
  package let condition: String
  package let expected: String
  package let found: String
  /// What becomes of the request when no other stub answers it either.
  package let consequence: HTTPStubSequenceEnding
  /// Whether other claims have changed something since, so that the stub has to be asked again; `nil`
  /// when no claim can change it.
  package let hasPassed: (@Sendable () -> Bool)?

  package init(
    _ condition: String, expected: String, found: String, consequence: HTTPStubSequenceEnding,
    hasPassed: (@Sendable () -> Bool)? = nil
  ) {
    self.hasPassed = hasPassed
    self.condition = condition
    self.expected = expected
    self.found = found
    self.consequence = consequence
  }
}

/// The states of scenarios by their names; a scenario that is not there is in its first state.
package final class ScenarioStates: Sendable {
  package static let first = "Started"

  private struct State {
    var names: [ScalarText: String] = [:]
    /// How often any of them was set.
    var changes = 0
  }

  private let state = Lock(State())

  package init() {}

  package subscript(scenario: String) -> String {
    get { state.withLock { $0.names[ScalarText(scenario)] ?? Self.first } }
    set {
      state.withLock { state in
        state.names[ScalarText(scenario)] = newValue
        state.changes += 1
      }
    }
  }

  /// Takes all scenarios back to their first state.
  package func reset() {
    state.withLock { state in
      state.names = [:]
      state.changes += 1
    }
  }

  /// Sets a scenario's state if it is in the one that is required, in one step.
  ///
  /// - Returns: the other state that it is in, and how often states were set until then; `nil` when
  ///   it is as required.
  fileprivate func move(
    _ scenario: String, from required: String?, to next: String?
  ) -> (found: String, changes: Int)? {
    state.withLock { state in
      let name = ScalarText(scenario)
      let found = state.names[name] ?? Self.first
      if let required, !found.hasSameScalars(as: required) { return (found, state.changes) }
      if let next {
        state.names[name] = next
        state.changes += 1
      }
      return nil
    }
  }

  fileprivate var changes: Int { state.withLock { $0.changes } }
}

/// Gives responses while a scenario is in a certain state, and moves it to another.
package struct ScenarioCondition: ClaimCondition {
  private let states: ScenarioStates
  package let name: String
  package let required: String?
  package let next: String?

  /// Any state will do without a required one; without a next one the scenario stays in its state.
  package init(_ states: ScenarioStates, _ name: String, required: String?, next: String?) {
    self.states = states
    self.name = name
    self.required = required
    self.next = next
  }

  package func isolated(in claims: SessionClaims) -> any ClaimCondition {
    ScenarioCondition(claims.scenarios, name, required: required, next: next)
  }

  package var title: String? {
    required.map { "scenario \(name.quoted) is in the state \($0.quoted)" }
  }

  package func obstacle(to number: Int) -> Obstacle? {
    states.move(name, from: required, to: nil).map(obstacle)
  }

  package func claim(_ number: Int) throws(Obstacle) -> Leave {
    if let other = states.move(name, from: required, to: next) { throw obstacle(other) }
    return Leave()
  }

  private func obstacle(_ other: (found: String, changes: Int)) -> Obstacle {
    let required = required ?? ""
    return Obstacle(
      title ?? "", expected: "the state \(required.quoted)", found: other.found.quoted,
      consequence: .fallThrough, hasPassed: { states.changes != other.changes })
  }
}
