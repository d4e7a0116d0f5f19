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
    let stamp: FileStamp
    let plan: ResponsePlan
  }

  /// Larger files are read while they are sent.
  private static let largest = 16 * 1_024
  /// The most bytes of files that are kept by all stubs together.
  private static let budget = 64 * 1_024 * 1_024
  private static let spent = Atomic(0)

  private let kept = Mutex<Kept?>(nil)
  /// Seconds since 1970.
  private let now: @Sendable () -> Int

  init(now: @escaping @Sendable () -> Int = { time(nil) }) { self.now = now }

  deinit { give(back: kept.withLock { $0 }) }

  /// The plan for a file as it is now, of one that is made with the file as its body.
  ///
  /// - Returns: `nil` when the file is large, was changed just now, or there is no room for it.
  /// - Throws: `ResponderError` when there is no such file.
  func plan(forFile path: String, make: () throws -> ResponsePlan) throws -> ResponsePlan? {
    let file = try BodyFile(path)
    if let kept = kept.withLock({ $0 }), kept.stamp == file.stamp { return kept.plan }
    guard file.size <= Self.largest, file.stamp.isSettled(at: now()),
      Self.spent.load(ordering: .relaxed) + file.size <= Self.budget
    else { return nil }
    var plan = try make()
    guard let bytes = try? BodyReader(plan.body).read(0..<file.size),
      try BodyFile(path).stamp == file.stamp
    else { return nil }
    plan.body = .data(bytes)
    keep(Kept(stamp: file.stamp, plan: plan.kept()), size: file.size)
    return plan
  }

  private func keep(_ new: Kept, size: Int) {
    Self.spent.add(size, ordering: .relaxed)
    give(
      back: kept.withLock { kept in
        let old = kept
        kept = new
        return old
      })
  }

  private func give(back old: Kept?) {
    if let old { Self.spent.subtract(old.plan.body.count, ordering: .relaxed) }
  }
}
