import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What this process uses at the moment.
struct ProcessFigures {
  var threads: Int

  /// `nil` when the system does not say.
  init?() {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return nil
    }
    func value(_ name: String) -> Int? {
      text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        .flatMap { Int($0.filter(\.isNumber)) }
    }
    guard let threads = value("Threads") else { return nil }
    self.threads = threads
  }
}

/// How many descriptors this process may have.
var openFileLimit: Int {
  var limit = rlimit()
  #if canImport(Glibc)
  let name = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
  let name = RLIMIT_NOFILE
  #endif
  guard getrlimit(name, &limit) == 0 else { return 0 }
  limit.rlim_cur = min(limit.rlim_max, 40_000)
  setrlimit(name, &limit)
  guard getrlimit(name, &limit) == 0 else { return 0 }
  return Int(limit.rlim_cur)
}
