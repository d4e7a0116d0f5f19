import StubPlatform

/// The limit of open file descriptors of the process, and the number of them to keep free.
///
/// The system gives a new descriptor the lowest free number, so a number also shows how many
/// descriptors are in use. Connections and other long-lived descriptors must be below ``ceiling``.
/// The numbers above it stay free for short-lived files and for libdispatch, which ends the process
/// if it gets no descriptor.
package struct DescriptorLimit: Sendable, Hashable {
  /// The number of descriptors that can be open at the same time.
  package let count: Int
  /// The number of descriptors that are kept free.
  private let reserve: Int

  /// Creates a limit with a quarter of the descriptors, but at most 64, kept free.
  package init(_ count: Int) { self.init(count, reserve: min(64, count / 4)) }

  /// Creates a limit with `reserve` descriptors kept free.
  package init(_ count: Int, reserve: Int) { (self.count, self.reserve) = (count, reserve) }

  /// The current limit of the process.
  package static var current: DescriptorLimit {
    DescriptorLimit(limits.map { Int(clamping: $0.rlim_cur) } ?? .max)
  }

  /// The lowest of the descriptor numbers that are kept free.
  package var ceiling: Int { count - reserve }

  /// The lowest number that no connection may have, not even one that is only told of its refusal.
  package var refusalCeiling: Int { count - reserve / 2 }

  /// Returns whether the descriptor with this number may stay open.
  package func admits(_ descriptor: Int32) -> Bool { descriptor < ceiling }

  /// The message, for clients and the log, that all descriptors are in use.
  package var shortage: String { "too many open files (the limit is \(count))" }

  /// The advice for users who reach the limit.
  package static let remedy = "close connections, or raise `ulimit -n`"

  /// Raises the limit of the process for `connections` connections, or as far as the system allows.
  ///
  /// Each connection may also need a descriptor for a file or for another server.
  package static func raise(toHold connections: Int) {
    guard var limits else { return }
    var count = rlim_t(min(max(0, connections), 1 << 28) * 2 + 128)
    #if canImport(Darwin)
    count = min(count, rlim_t(OPEN_MAX))
    #endif
    count = min(count, limits.rlim_max)
    guard count > limits.rlim_cur else { return }
    limits.rlim_cur = count
    _ = setrlimit(resource, &limits)
  }

  private static var limits: rlimit? {
    var limits = rlimit()
    return getrlimit(resource, &limits) == 0 ? limits : nil
  }

  #if canImport(Glibc)
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
  private static let resource = RLIMIT_NOFILE
  #endif
}
