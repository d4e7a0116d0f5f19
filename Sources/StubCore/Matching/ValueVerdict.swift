/// The result of a condition for the values of a part.
package enum ValueVerdict: Sendable, Hashable {
  /// The values match; the groups are captured by regular expressions.
  case accepted(groups: [String: String])
  case rejected
  /// The condition could not decide, for this reason, such as an invalid pattern or an exceeded
  /// limit.
  case undecided(String)

  static let accepted = ValueVerdict.accepted(groups: [:])

  init(_ isAccepted: Bool) { self = isAccepted ? .accepted : .rejected }

  var isAccepted: Bool {
    if case .accepted = self { true } else { false }
  }
}

extension Sequence where Element == ValueVerdict {
  /// Returns the first acceptance; without one, the first undecided verdict, or else a rejection.
  func anyAccepted() -> ValueVerdict {
    var result = ValueVerdict.rejected
    for verdict in self {
      switch verdict {
      case .accepted: return verdict
      case .undecided: if result == .rejected { result = verdict }
      case .rejected: continue
      }
    }
    return result
  }

  /// Returns a rejection if there is one; otherwise the first undecided verdict, or else an
  /// acceptance with all groups.
  func allAccepted() -> ValueVerdict {
    var groups: [String: String] = [:]
    var doubt: ValueVerdict?
    for verdict in self {
      switch verdict {
      case .accepted(let more): groups.merge(more) { $1 }
      case .undecided: doubt = doubt ?? verdict
      case .rejected: return .rejected
      }
    }
    return doubt ?? .accepted(groups: groups)
  }
}
