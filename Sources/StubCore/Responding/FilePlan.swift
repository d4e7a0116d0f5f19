#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The plan for a small body file with its bytes, kept as long as the file stays what it is.
final class FilePlan: Sendable {
  private struct Kept {
    let file: KeptFile
    let plan: ResponsePlan
  }

  private let path: String
  private let kept = Lock<Kept?>(nil)
  /// Seconds since 1970.
  private let now: @Sendable () -> Int

  init(_ path: String, now: @escaping @Sendable () -> Int = { time(nil) }) {
    self.path = path
    self.now = now
  }

  /// The plan for the file as it is now: the last one, or one that is made of it.
  ///
  /// - Returns: `nil` when the file is not kept.
  /// - Throws: `ResponderError` when there is no such file.
  func plan(make: (KeptFile) throws -> ResponsePlan) throws -> ResponsePlan? {
    if let kept = kept.withLock({ $0 }), kept.file.isCurrent { return kept.plan }
    guard let file = try KeptFile.current(path, at: now()) else { return nil }
    do {
      let plan = try make(file).kept()
      kept.withLock { $0 = Kept(file: file, plan: plan) }
      return plan
    } catch is KeptFile.Changed {
      return nil
    }
  }
}
