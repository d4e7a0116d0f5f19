import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension HTTPStubber {
  /// Answers `URLSession.shared` from now on, until ``disable()``.
  ///
  /// Prefer ``configuration`` or ``session``, which need no enabling, work at any time and reach
  /// every session. Registering reaches `URLSession.shared` alone, and on Linux only when it happens
  /// before the process has made its first `URLSession`; if it comes too late, the `onWarning`
  /// handler is told.
  public func enable() {
    guard registration.begin(for: endpoint) else { return }
    guard registration.reachesSharedSession else {
      endpoint.warn(
        "enable() is too late: URLSession.shared exists; call it before the first URLSession of the "
          + "process, or use the stubber's session or configuration")
      return
    }
  }

  /// Leaves `URLSession.shared` alone again; ``configuration`` and ``session`` are not affected.
  public func disable() { registration.end() }

  /// Whether ``enable()`` was called more recently than ``disable()``.
  public var isEnabled: Bool { registration.isOpen }
}

/// The entry of a stubber in the loading system's list of protocol classes.
///
/// It has a class of its own: `URLSession.shared` keeps what it found in the list when it was made,
/// so a class that was entered once has to know by itself when to stand back.
final class Registration: Sendable {
  private struct State {
    var slot: Slot?
    var route: Route?
  }

  private let state = Lock(State())

  var isOpen: Bool { state.withLock { $0.route?.isOpen ?? false } }

  /// - Returns: whether it was not open before.
  func begin(for endpoint: Endpoint) -> Bool {
    state.withLock { state in
      if let route = state.route {
        defer { route.isOpen = true }
        return !route.isOpen
      }
      let route = Route(to: endpoint)
      let slot = SlotRegistry.shared.assign(route)
      (state.slot, state.route) = (slot, route)
      _ = URLProtocol.registerClass(slot.protocolClass)
      return true
    }
  }

  func end() { state.withLock { $0.route?.isOpen = false } }

  /// Ends it for good; the class is not used again, because the shared session may keep it.
  func leave() {
    end()
    if let slot = state.withLock({ $0.slot }) { URLProtocol.unregisterClass(slot.protocolClass) }
  }

  /// Whether the shared session asks this entry before the loading system's own protocols.
  var reachesSharedSession: Bool {
    guard let slot = state.withLock({ $0.slot }) else { return false }
    return PlatformClient.sharedSessionAsks(slot.protocolClass)
  }
}
