import StubCore

/// A fault that comes before any request, as rule files name it.
struct NamedListenerFault<Fault: Sendable>: Sendable {
  let name: String
  /// The keys that it takes beside its type.
  let keys: RuleKeys<ListenerFaultDraft>
  /// Those of them that it cannot be without.
  let required: [String]
  /// The fault; `nil` when what it needs is missing or wrong.
  let make: @Sendable (ListenerFaultDraft) -> Fault?

  init(
    _ name: String, _ keys: [RuleKey<ListenerFaultDraft>], required: [String] = [],
    make: @escaping @Sendable (ListenerFaultDraft) -> Fault?
  ) {
    self.name = name
    self.keys = RuleKeys(keys)
    self.required = required
    self.make = make
  }
}

extension NamedListenerFault<ConnectionFault> {
  /// The faults of connections; a new one is an entry here.
  static var all: [Self] {
    [
      // Nobody counts those who are refused.
      Self("refuse", [.duration]) { _ in .refuse },
      Self("reset", occurrence) { _ in .reset },
      Self("slowAccept", [.delay] + occurrence, required: ["delay"]) {
        $0.delay.map(ConnectionFault.slowAccept)
      },
      Self("neverRead", occurrence) { _ in .neverRead },
    ]
  }
}

extension NamedListenerFault<TLSFault> {
  /// The faults of TLS: those that take no value by their names, and those that do.
  static var all: [Self] {
    TLSFault.named.map { name, fault in
      Self(name, [.serverName] + occurrence) { _ in fault }
    } + [
      Self("slowHandshake", [.delay, .serverName] + occurrence, required: ["delay"]) {
        $0.delay.map(TLSFault.slowHandshake)
      }
    ]
  }
}

/// Which of those that come meet the fault.
private let occurrence: [RuleKey<ListenerFaultDraft>] = [.first, .probability, .duration]
