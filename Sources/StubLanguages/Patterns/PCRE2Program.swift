#if !FOUNDATION_REGEX
import CPCRE2

/// A pattern that PCRE2 has compiled, to machine code if the system allows it.
///
/// The class is `@unchecked Sendable`, because compiled code does not change after `init`
/// (pcre2api, "Multithreading"), and a search writes only to a `PCRE2Workspace`.
final class PCRE2Program: @unchecked Sendable {
  private struct Source: Hashable {
    /// The bytes of the pattern, which tell apart patterns that are equal as texts.
    let bytes: [UInt8]
    let options: RegularExpression.Options
    let isAnchored: Bool
  }

  /// The recently compiled programs.
  ///
  /// They are kept because many stubs share patterns, and tests compile the same patterns
  /// repeatedly.
  private static let recent = CompilationCache<Source, PCRE2Program>()
  /// The largest length of patterns that are kept for reuse, in bytes.
  private static let longestKept = 1_024

  private let code: OpaquePointer
  /// The number of capturing groups, without the whole match.
  let groupCount: Int
  let groupNames: [(name: String, number: Int)]
  let usesMachineCode: Bool
  /// The number of starting points that are tried between two checks of the clock; `nil` to try all
  /// without a check.
  private let slice: Int?

  /// Returns a program for a pattern, which may be shared.
  ///
  /// An anchored program matches only where the search starts.
  static func of(
    _ pattern: String, _ options: RegularExpression.Options, isAnchored: Bool = false
  ) throws(PatternSyntaxError) -> PCRE2Program {
    let source = Source(bytes: Array(pattern.utf8), options: options, isAnchored: isAnchored)
    guard source.bytes.count <= longestKept else { return try PCRE2Program(source, pattern) }
    return try recent.value(for: source) { source throws(PatternSyntaxError) in
      try PCRE2Program(source, pattern)
    }
  }

  private init(_ source: Source, _ pattern: String) throws(PatternSyntaxError) {
    let context = pcre2_compile_context_create_8(nil)
    defer { pcre2_compile_context_free_8(context) }
    if let context { pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANYCRLF)) }
    var status: Int32 = 0
    var offset = 0
    let flags = Self.flags(of: source.options) | (source.isAnchored ? PCRE2_ANCHORED : 0)
    let compiled = source.bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress, !bytes.isEmpty {
        return pcre2_compile_8(start, bytes.count, flags, &status, &offset, context)
      }
      return withUnsafePointer(to: UInt8(0)) {
        pcre2_compile_8($0, 0, flags, &status, &offset, context)
      }
    }
    guard let compiled else {
      throw PatternSyntaxError(code: status, offset: offset, reason: Self.message(of: status))
    }
    code = compiled
    usesMachineCode = pcre2_jit_compile_8(compiled, UInt32(PCRE2_JIT_COMPLETE)) == 0
    var count: UInt32 = 0
    pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
    groupCount = Int(count)
    groupNames = Self.names(in: compiled)
    var compiledFlags: UInt32 = 0
    pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_ALLOPTIONS), &compiledFlags)
    // An anchored pattern has only one starting point. Patterns with `\G` or verbs such as
    // `(*COMMIT)` would behave differently in slices.
    let isWhole =
      compiledFlags & PCRE2_ANCHORED != 0 || pattern.contains(#"\G"#) || pattern.contains("(*")
    slice = isWhole ? nil : usesMachineCode ? 512 : 32
  }

  deinit { pcre2_code_free_8(code) }

  /// Searches bytes, which may be invalid UTF-8.
  ///
  /// The search begins after the first `start` bytes, and the match is extended to include them.
  func firstMatch(
    in subject: UnsafeBufferPointer<UInt8>, behind start: Int = 0
  ) -> SearchOutcome {
    PCRE2Workspace.match(code, subject, from: start, groups: groupCount, slice: slice) {
      status, range in
      if status > 0 {
        var ranges = (0...groupCount).map(range)
        if start > 0, let match = ranges[0] { ranges[0] = 0..<match.upperBound }
        return .matched(ranges)
      }
      return status == PCRE2_ERROR_NOMATCH ? .notMatched : .gaveUp(Self.limitExceeded(status))
    }
  }

  /// Returns whether the bytes match.
  ///
  /// This is faster than ``firstMatch(in:behind:)``, because it reads no groups.
  func isMatch(_ subject: UnsafeBufferPointer<UInt8>, behind start: Int = 0) -> Bool {
    PCRE2Workspace.match(code, subject, from: start, groups: groupCount, slice: slice) {
      status, _ in status > 0
    }
  }

  private static func flags(of options: RegularExpression.Options) -> UInt32 {
    var flags = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_USE_OFFSET_LIMIT
    if options.contains(.caseInsensitive) { flags |= PCRE2_CASELESS }
    if options.contains(.fullMatch) { flags |= PCRE2_ANCHORED | PCRE2_ENDANCHORED }
    if options.contains(.literal) { return flags | PCRE2_LITERAL }
    flags |= PCRE2_NEVER_BACKSLASH_C
    if !options.contains(.asciiClasses) { flags |= PCRE2_UCP }
    if options.contains(.dollarIsEnd) { flags |= PCRE2_DOLLAR_ENDONLY }
    if options.contains(.multiline) { flags |= PCRE2_MULTILINE }
    if options.contains(.dotMatchesLineSeparators) { flags |= PCRE2_DOTALL }
    if options.contains(.extended) { flags |= PCRE2_EXTENDED }
    return flags
  }

  /// Reads PCRE2's table of group names.
  ///
  /// Each row is a group number of two bytes and a name that ends with 0.
  private static func names(in code: OpaquePointer) -> [(name: String, number: Int)] {
    var count: UInt32 = 0
    var width: UInt32 = 0
    var table: UnsafePointer<UInt8>?
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &width)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
    guard let table else { return [] }
    return (0..<Int(count)).map { row in
      let entry = table + row * Int(width)
      return (name: String(cString: entry + 2), number: Int(entry[0]) << 8 | Int(entry[1]))
    }
  }

  private static func limitExceeded(_ status: Int32) -> String {
    let limit =
      switch status {
      case PCRE2_ERROR_MATCHLIMIT: "\(RegularExpression.stepLimit) steps of backtracking"
      case PCRE2_ERROR_DEPTHLIMIT: "\(RegularExpression.depthLimit) nested steps of backtracking"
      case PCRE2_ERROR_HEAPLIMIT: "\(RegularExpression.heapLimit) KiB of memory"
      case PCRE2_ERROR_JIT_STACKLIMIT: "\(RegularExpression.stackLimit) bytes of stack"
      case PCRE2Workspace.outOfTime: "\(RegularExpression.timeLimit)"
      default: "an error (\(message(of: status)))"
      }
    return "gave up after \(limit)"
  }

  private static func message(of status: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(status, &buffer, buffer.count)
    guard length > 0 else { return "PCRE2 error \(status)" }
    return String(decoding: buffer.prefix(Int(length)), as: UTF8.self)
  }
}
#endif
