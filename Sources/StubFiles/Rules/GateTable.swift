package import StubCore

/// The gates of rule files by their names; one name is one gate, in whatever file it stands.
package final class GateTable: Sendable {
  private let gates = Lock<[String: HTTPStubGate]>([:])

  func gate(named name: String) -> HTTPStubGate {
    gates.withLock { gates in
      if let gate = gates[name] { return gate }
      let gate = HTTPStubGate()
      gates[name] = gate
      return gate
    }
  }

  package var all: [String: HTTPStubGate] { gates.withLock { $0 } }

  /// Lets go of all that waits, as nothing can be told to the gates any more.
  package func openAll() { for gate in all.values { gate.open() } }
}
