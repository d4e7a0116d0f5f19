/// A shell-style pattern that matches a whole path or host name, without backtracking.
///
/// In a path, segments are separated by `/`:
/// - `*` matches any text within a segment; if it is a whole segment, it matches any segment
///   that is not empty.
/// - `**` as a whole segment matches any number of segments, or none: `/a/**/b` matches `/a/b` and
///   `/a/x/y/b`. At the end it matches everything after its `/`: `/a/**` matches `/a/` and
///   `/a/x/y`, but not `/a`. Elsewhere it matches any text.
/// - `?` matches one character of a segment, `[a-z]` matches one of a set, `[!a-z]` one
///   outside of the set.
/// - `{a,b}` matches either pattern; a backslash makes the next character literal.
///
/// In a host name (`init(host:)`), labels are separated by `.`, and letter case is ignored.
/// `*.example.com` matches every name with exactly one more label: `api.example.com`, but neither
/// `example.com` nor `a.b.example.com`, as in certificates (RFC 6125 §6.4.3). `**.example.com`
/// matches `example.com` and all names below it.
package struct Glob: Sendable {
  /// The original pattern.
  package let pattern: String
  private let ignoresCase: Bool
  private let program: GlobProgram

  /// Reads a pattern for paths.
  ///
  /// - Throws: `PatternError` for a class, a choice or an escape without its end.
  package init(_ pattern: String) throws(PatternError) {
    self.pattern = pattern
    ignoresCase = false
    program = try GlobParser.parse(pattern, separator: "/")
  }

  /// Reads a pattern for names, in which letter case does not matter.
  ///
  /// - Throws: `PatternError` for a class, a choice or an escape without its end.
  package init(name pattern: String) throws(PatternError) {
    self.pattern = pattern
    ignoresCase = true
    program = try GlobParser.parse(pattern.lowercasedASCII(), separator: "/")
  }

  /// Reads a pattern for host names.
  ///
  /// - Throws: `PatternError` for a class, a choice or an escape without its end.
  package init(host pattern: String) throws(PatternError) {
    self.pattern = pattern
    ignoresCase = true
    program = try GlobParser.parse(pattern.lowercasedASCII(), separator: ".")
  }

  /// Returns whether the whole text matches; the text must not be percent-encoded.
  ///
  /// - Throws: `EvaluationLimitExceeded` if matching takes more steps than a `StepLimit` allows by
  ///   default.
  package func matches(_ text: String) throws(EvaluationLimitExceeded) -> Bool {
    var steps = StepLimit().budget(forBytes: text.utf8.count)
    return try program.matches(ignoresCase ? text.lowercasedASCII() : text, &steps)
  }
}

extension Glob: Hashable, CustomStringConvertible {
  package static func == (left: Glob, right: Glob) -> Bool {
    left.ignoresCase == right.ignoresCase && left.program.separator == right.program.separator
      && left.pattern.hasSameScalars(as: right.pattern)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(pattern)
    hasher.combine(ignoresCase)
  }

  package var description: String { pattern }
}

/// A glob as a state machine, which can be in several states at once and so never backtracks.
///
/// The time is at most the number of states times the length of the text. In one step (unit of
/// work), one state reads one character.
struct GlobProgram: Sendable {
  /// A test of one character.
  enum Test: Sendable {
    case only(Unicode.Scalar)
    /// Any character except the separator.
    case withinSegment
    case anything
    case oneOf([ClosedRange<Unicode.Scalar>], negated: Bool)
  }

  enum State: Sendable {
    /// Reads one character, and then continues with another state.
    case read(Test, next: Int)
    /// Continues with several states, without reading.
    case fork([Int])
    case accept
  }

  let states: [State]
  let start: Int
  let separator: Unicode.Scalar

  func matches(_ text: String, _ steps: inout StepBudget) throws(EvaluationLimitExceeded) -> Bool {
    var current = StateSet(count: states.count)
    var next = StateSet(count: states.count)
    // The list is kept, because allocating it for each character would take most of the time.
    var pending: [Int] = []
    enter(start, &current, &pending)
    for scalar in text.unicodeScalars {
      next.removeAll()
      guard steps.take(current.members.count) else { throw steps.limitExceeded }
      for index in current.members {
        if case .read(let test, let target) = states[index], passes(test, scalar) {
          enter(target, &next, &pending)
        }
      }
      if next.members.isEmpty { return false }
      swap(&current, &next)
    }
    return current.members.contains { if case .accept = states[$0] { true } else { false } }
  }

  private func passes(_ test: Test, _ scalar: Unicode.Scalar) -> Bool {
    switch test {
    case .only(let wanted): scalar == wanted
    case .anything: true
    case .withinSegment: scalar != separator
    case .oneOf(let ranges, let negated):
      scalar != separator && ranges.contains { $0.contains(scalar) } != negated
    }
  }

  /// Adds a state, and the states to which its forks lead.
  ///
  /// `pending` is a list of work that replaces recursion.
  private func enter(_ first: Int, _ set: inout StateSet, _ pending: inout [Int]) {
    var entered = first
    while true {
      if set.insert(entered), case .fork(let targets) = states[entered] {
        pending.append(contentsOf: targets)
      }
      guard let index = pending.popLast() else { return }
      entered = index
    }
  }
}

/// A set of states by number, and a list of its members.
private struct StateSet {
  private(set) var members: [Int] = []
  /// For each state, the round in which it was last inserted; the set is emptied by starting a new
  /// round.
  private var rounds: [Int]
  private var round = 1

  init(count: Int) { rounds = [Int](repeating: 0, count: count) }

  mutating func insert(_ state: Int) -> Bool {
    if rounds[state] == round { return false }
    rounds[state] = round
    members.append(state)
    return true
  }

  mutating func removeAll() {
    round += 1
    members.removeAll(keepingCapacity: true)
  }
}
