/// A condition that a stub checks before it gives a response, such as cassette order or scenario
/// state.
///
/// The stub checks the condition when a request claims (takes) a response, under the lock of its
/// claims. So reading and changing the state are one step. No caller code runs there.
package protocol ClaimCondition: Sendable {
  /// The condition as listings of stubs show it; `nil` (the default) if they do not show it.
  var title: String? { get }
  /// Returns why response `number` of the stub, counted from 0, cannot be given now; `nil` if it
  /// can.
  ///
  /// The call changes no state.
  func obstacle(to number: Int) -> ClaimRefusal?
  /// Allows the stub to give response `number`, counted from 0, and changes the state accordingly.
  ///
  /// - Throws: the reason why the response cannot be given now.
  func claim(_ number: Int) throws(ClaimRefusal) -> ClaimPermit
  /// Returns this condition with a separate state for the session (default: the condition itself).
  func isolated(in claims: SessionClaims) -> any ClaimCondition
}

extension ClaimCondition {
  package var title: String? { nil }
  package func isolated(in claims: SessionClaims) -> any ClaimCondition { self }
}

/// The permission to give one response.
package struct ClaimPermit: Sendable {
  /// The gate that holds the response until earlier responses have ended.
  package let gate: HTTPStubGate?
  /// A closure called once, when the response has ended; `nil` if nothing depends on the end.
  package let finish: (@Sendable (ResponseEnding) -> Void)?

  package init(
    gate: HTTPStubGate? = nil, finish: (@Sendable (ResponseEnding) -> Void)? = nil
  ) {
    self.gate = gate
    self.finish = finish
  }
}

/// The reason why a stub that accepts a request does not answer it.
package struct ClaimRefusal: Error, Sendable {
  /// The condition in words, for reports, such as `has responses left`.
  package let condition: String
  package let expected: String
  package let found: String
  /// The outcome of the request if no other stub answers it.
  package let consequence: HTTPStubSequenceEnding
  /// Returns whether another claim has changed the state since the obstacle was found, so that the
  /// stub must be asked again.
  ///
  /// The function is `nil` if no claim can change the state.
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

/// The states of scenarios by name; a scenario without an entry is in its first state.
package final class ScenarioStates: Sendable {
  package static let first = "Started"

  private struct State {
    var names: [ScalarText: String] = [:]
    /// The number of times that the state of a scenario has been set.
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

  /// Sets all scenarios back to their first state.
  package func reset() {
    state.withLock { state in
      state.names = [:]
      state.changes += 1
    }
  }

  /// Sets a scenario's state in one step, if the current state is the required one.
  ///
  /// - Returns: `nil` if it is; otherwise the current state and the number of changes so far.
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

/// A condition that needs a certain state of a scenario, and moves the scenario to another state.
package struct ScenarioCondition: ClaimCondition {
  private let states: ScenarioStates
  package let name: String
  package let required: String?
  package let next: String?

  /// Creates a condition on the scenario `name`.
  ///
  /// Without a required state, any state will do. Without a next state, the scenario keeps its
  /// state.
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

  package func obstacle(to number: Int) -> ClaimRefusal? {
    states.move(name, from: required, to: nil).map(obstacle)
  }

  package func claim(_ number: Int) throws(ClaimRefusal) -> ClaimPermit {
    if let other = states.move(name, from: required, to: next) { throw obstacle(other) }
    return ClaimPermit()
  }

  private func obstacle(_ other: (found: String, changes: Int)) -> ClaimRefusal {
    let required = required ?? ""
    return ClaimRefusal(
      title ?? "", expected: "the state \(required.quoted)", found: other.found.quoted,
      consequence: .fallThrough, hasPassed: { states.changes != other.changes })
  }
}
