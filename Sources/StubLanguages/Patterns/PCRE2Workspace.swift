#if !FOUNDATION_REGEX
import CPCRE2
import StubPlatform

/// The memory for a search, kept for the next search on the same thread.
///
/// A search never suspends, so only one runs on a thread at a time.
final class PCRE2Workspace {
  /// The number of group ranges in the shared match data.
  ///
  /// A pattern with more groups gets match data of its own.
  private static let pairs: UInt32 = 64
  /// The size of the stack with which machine code starts, in bytes.
  private static let initialStack = 32 * 1024

  /// The value that PCRE2 uses for an offset limit that is not set.
  private static let unlimited = -1
  /// The status of a search that exceeded `timeLimit`, which PCRE2 itself does not use.
  static let outOfTime: Int32 = -10_000

  /// The key under which each thread keeps its workspace; `nil` if none could be created.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, { PCRE2Workspace.release($0) }) == 0 ? key : nil
  }()

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

  /// The workspace of this thread; `nil` if it cannot be allocated.
  private static var current: PCRE2Workspace? {
    guard let key else { return PCRE2Workspace() }
    if let kept = pthread_getspecific(key) {
      return Unmanaged<PCRE2Workspace>.fromOpaque(kept).takeUnretainedValue()
    }
    guard let workspace = PCRE2Workspace() else { return nil }
    let kept = Unmanaged.passRetained(workspace)
    if pthread_setspecific(key, kept.toOpaque()) != 0 { kept.release() }
    return workspace
  }

  /// Releases the workspace of a thread when the thread ends.
  private static func release(_ kept: UnsafeMutableRawPointer?) {
    if let kept { Unmanaged<PCRE2Workspace>.fromOpaque(kept).release() }
  }

  /// Runs a search and returns the result of `body`.
  ///
  /// `body` is called with PCRE2's status, and with a function that returns the byte range of a
  /// group.
  static func match<Result>(
    _ code: OpaquePointer, _ subject: UnsafeBufferPointer<UInt8>, from start: Int, groups: Int,
    slice: Int?, _ body: (Int32, (Int) -> Range<Int>?) -> Result
  ) -> Result {
    guard let workspace = current else { return body(PCRE2_ERROR_NOMEMORY, { _ in nil }) }
    var data = workspace.data
    if groups >= Int(pairs) {
      guard let own = pcre2_match_data_create_from_pattern_8(code, nil) else {
        return body(PCRE2_ERROR_NOMEMORY, { _ in nil })
      }
      data = own
    }
    defer { if data != workspace.data { pcre2_match_data_free_8(data) } }
    let status = workspace.search(code, subject, from: start, slice: slice, data: data)
    let offsets = pcre2_get_ovector_pointer_8(data)
    return body(status) { group in
      // For a group that did not match, both offsets have the largest value. With `\K` in a
      // lookahead, the start can be after the end.
      guard group < status, let offsets else { return nil }
      let start = offsets[2 * group]
      let end = offsets[2 * group + 1]
      return start >= 0 && start <= end && end <= subject.count ? start..<end : nil
    }
  }

  /// Searches in slices of starting points, and checks the clock between slices.
  ///
  /// PCRE2 counts steps separately for each starting point, so its limit alone would let the time
  /// grow with the length of the text.
  private func search(
    _ code: OpaquePointer, _ subject: UnsafeBufferPointer<UInt8>, from start: Int, slice: Int?,
    data: OpaquePointer
  ) -> Int32 {
    guard let slice, subject.count - start > slice else {
      return match(code, subject, from: start, data: data)
    }
    defer { pcre2_set_offset_limit_8(context, Self.unlimited) }
    let deadline = ProcessorClock.now + RegularExpression.timeLimit
    var start = start
    while true {
      let next = Self.boundary(in: subject, from: start + slice)
      pcre2_set_offset_limit_8(context, next > subject.count ? Self.unlimited : next - 1)
      let status = match(code, subject, from: start, data: data)
      if status != PCRE2_ERROR_NOMATCH || next > subject.count { return status }
      if ProcessorClock.now > deadline { return Self.outOfTime }
      start = next
    }
  }

  /// Returns the first position from `start` on that may be the boundary of a slice.
  ///
  /// A boundary is not inside a character, and not before, in or right after a line end. PCRE2 does
  /// not start a match between `\r` and `\n`, but it would if a search began or ended there.
  private static func boundary(in subject: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let lineEnd = UInt8(ascii: "\n")
    var index = start
    while index < subject.count,
      subject[index] & 0xC0 == 0x80 || subject[index] == lineEnd || subject[index - 1] == lineEnd
    {
      index += 1
    }
    return index
  }

  private func match(
    _ code: OpaquePointer, _ subject: UnsafeBufferPointer<UInt8>, from start: Int,
    data: OpaquePointer
  ) -> Int32 {
    guard let bytes = subject.baseAddress else {
      return withUnsafePointer(to: UInt8(0)) { pcre2_match_8(code, $0, 0, 0, 0, data, context) }
    }
    return pcre2_match_8(code, bytes, subject.count, start, 0, data, context)
  }
}
#endif
