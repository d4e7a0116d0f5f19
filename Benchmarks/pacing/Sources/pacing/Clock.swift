import Glibc

/// Nanoseconds on the system's monotonic clock.
enum Clock {
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  static func sleep(nanoseconds: Int64) {
    var time = timespec(nanoseconds)
    nanosleep(&time, nil)
  }

  static func sleep(until time: Int64) {
    var time = timespec(time)
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
  }
}

extension timespec {
  fileprivate init(_ nanoseconds: Int64) {
    self.init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}

extension Int64 {
  var milliseconds: Double { Double(self) / 1_000_000 }
}
