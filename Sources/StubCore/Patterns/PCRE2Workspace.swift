import CPCRE2
import Synchronization

/// What one match needs besides the compiled pattern, kept for the next match on any thread.
///
/// A workspace is used by one match at a time; the pool holds as many as matches ever ran at
/// once. Vouched for as `Sendable` because it is handed over only through the pool's lock.
final class PCRE2Workspace: @unchecked Sendable {
  /// Groups that the shared match data has room for; patterns with more get their own.
  private static let pairs: UInt32 = 64
  /// Bytes of stack that machine code starts with.
  private static let initialStack = 32 * 1024

  private static let idle = Mutex<[PCRE2Workspace]>([])

  private let data: OpaquePointer
  private let context: OpaquePointer
  private let stack: OpaquePointer?

  private init?() {
    guard let data = pcre2_match_data_create_8(Self.pairs, nil) else { return nil }
    guard let context = pcre2_match_context_create_8(nil) else {
      pcre2_match_data_free_8(data)
      return nil
    }
    self.data = data
    self.context = context
    pcre2_set_match_limit_8(context, RegularExpression.stepLimit)
    pcre2_set_depth_limit_8(context, RegularExpression.depthLimit)
    pcre2_set_heap_limit_8(context, RegularExpression.heapLimit)
    stack = pcre2_jit_stack_create_8(Self.initialStack, RegularExpression.stackLimit, nil)
    if let stack { pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack)) }
  }

  deinit {
    pcre2_match_data_free_8(data)
    pcre2_match_context_free_8(context)
    if let stack { pcre2_jit_stack_free_8(stack) }
  }

  /// Runs a search; `body` gets PCRE2's return code and a reader of the n-th group's byte range.
  static func match<Result>(
    _ code: OpaquePointer, _ subject: UnsafeBufferPointer<UInt8>, groups: Int,
    _ body: (Int32, (Int) -> Range<Int>?) -> Result
  ) -> Result {
    guard let workspace = idle.withLock({ $0.popLast() }) ?? PCRE2Workspace() else {
      return body(PCRE2_ERROR_NOMEMORY, { _ in nil })
    }
    defer { idle.withLock { $0.append(workspace) } }
    guard groups >= Int(pairs) else {
      return workspace.match(code, subject, data: workspace.data, body)
    }
    guard let data = pcre2_match_data_create_from_pattern_8(code, nil) else {
      return body(PCRE2_ERROR_NOMEMORY, { _ in nil })
    }
    defer { pcre2_match_data_free_8(data) }
    return workspace.match(code, subject, data: data, body)
  }

  private func match<Result>(
    _ code: OpaquePointer, _ subject: UnsafeBufferPointer<UInt8>, data: OpaquePointer,
    _ body: (Int32, (Int) -> Range<Int>?) -> Result
  ) -> Result {
    let status =
      if let start = subject.baseAddress {
        pcre2_match_8(code, start, subject.count, 0, 0, data, context)
      } else {
        withUnsafePointer(to: UInt8(0)) { pcre2_match_8(code, $0, 0, 0, 0, data, context) }
      }
    let offsets = pcre2_get_ovector_pointer_8(data)
    return body(status) { group in
      // A group that took no part has both offsets at the largest value; `\K` inside a
      // lookahead can put a start behind its end.
      guard group < status, let offsets else { return nil }
      let start = offsets[2 * group]
      let end = offsets[2 * group + 1]
      return start <= end && end <= subject.count ? start..<end : nil
    }
  }
}
