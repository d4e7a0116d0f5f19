import Synchronization

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

  private let kept = Mutex<Kept?>(nil)
  /// Seconds since 1970.
  private let now: @Sendable () -> Int

  init(now: @escaping @Sendable () -> Int = { time(nil) }) { self.now = now }

  /// The plan for a file as it is now: the last one, or one that is made of the file.
  ///
  /// - Returns: `nil` when the file is not kept.
  /// - Throws: `ResponderError` when there is no such file.
  func plan(
    forFile path: String, make: (KeptFile) throws -> ResponsePlan
  ) throws -> ResponsePlan? {
    // Asked for each request: a change counts at once.
    let stamp = FileStamp(path: path)
    if let kept = kept.withLock({ $0 }), kept.file.stamp == stamp { return kept.plan }
    guard let file = try KeptFile.current(path, at: now()) else { return nil }
    do {
      let plan = try make(file)
      kept.withLock { $0 = Kept(file: file, plan: plan) }
      return plan
    } catch is KeptFile.Changed {
      return nil
    }
  }
}
