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

  /// The plan for a file as it is now, of one that is made with the file as its body.
  ///
  /// - Returns: `nil` when the file is not kept.
  /// - Throws: `ResponderError` when there is no such file.
  func plan(
    forFile path: String, make: () throws -> ResponsePlan,
    keep: (ResponsePlan) -> ResponsePlan = { $0.kept() }
  ) throws -> ResponsePlan? {
    // Asked for each request: a change counts at once.
    let stamp = FileStamp(path: path)
    if let kept = kept.withLock({ $0 }), kept.file.stamp == stamp { return kept.plan }
    guard let file = try KeptFile.current(path, at: now()) else { return nil }
    var plan = try make()
    guard FileStamp(path: path) == file.stamp else { return nil }
    plan.body = .data(file.bytes)
    let new = Kept(file: file, plan: keep(plan))
    kept.withLock { $0 = new }
    return new.plan
  }
}
