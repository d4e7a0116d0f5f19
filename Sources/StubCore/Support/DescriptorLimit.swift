#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How many descriptors the process may have, and which of them stay free for files and the system's libraries.
///
/// The system gives a new descriptor the lowest free number, so that the number says how many are taken, by
/// whatever part of the process. Descriptors that stay have numbers below ``ceiling``. Above it, libdispatch and
/// the readers of files always find one: libdispatch ends the process if it does not.
package struct DescriptorLimit: Sendable, Hashable {
  /// How many descriptors there may be at once.
  package let count: Int
  /// How many of them are kept free.
  private let reserve: Int

  /// A limit of that many, with up to 64 that are kept free.
  package init(_ count: Int) { self.init(count, reserve: min(64, count / 4)) }

  /// A limit of that many, with so many that are kept free.
  package init(_ count: Int, reserve: Int) { (self.count, self.reserve) = (count, reserve) }

  /// The limit of the process as it is now.
  package static var current: DescriptorLimit {
    DescriptorLimit(limits.map { Int(clamping: $0.rlim_cur) } ?? .max)
  }

  /// The first number that is kept free.
  package var ceiling: Int { count - reserve }

  /// The first number that is kept free even from connections that are refused with a reason.
  package var refusalCeiling: Int { count - reserve / 2 }

  /// Whether a descriptor may stay open.
  package func admits(_ descriptor: Int32) -> Bool { descriptor < ceiling }

  /// What a client or the log is told when there are no more.
  package var shortage: String { "too many open files (the limit is \(count))" }

  /// What people can do about it.
  package static let remedy = "close connections, or raise `ulimit -n`"

  /// Raises the limit of the process so that so many connections can be open, as far as the system lets it.
  ///
  /// Each may need a descriptor for a file or for another server, too.
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
