public import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What can be set about a listener besides its stubs and addresses.
public struct ListenerConfiguration: Sendable, Hashable {
  public var limits = ListenerLimits()
  public var timeouts = ListenerTimeouts()
  /// Threads that serve connections, at least 1; one for each core unless set.
  public var loops: Int
  /// The line that all connections share; `nil` for none.
  public var network: NetworkProfile?
  /// The line that each connection has for itself, besides; `nil` for none.
  public var connectionNetwork: NetworkProfile?
  /// What goes wrong before requests, from the start.
  public var faults = ListenerFaults.none
  /// The real server for requests that are left to the network or recorded; `nil` for none.
  public var upstream: UpstreamConfiguration?

  public init() { loops = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
