import StubCore
import Synchronization

/// The gates of rule files by their names; one name is one gate, in whatever file it stands.
final class GateTable: Sendable {
  private let gates = Mutex<[String: HTTPStubGate]>([:])

  func gate(named name: String) -> HTTPStubGate {
    gates.withLock { gates in
      if let gate = gates[name] { return gate }
      let gate = HTTPStubGate()
      gates[name] = gate
      return gate
    }
  }

  var all: [String: HTTPStubGate] { gates.withLock { $0 } }
}
