/// What a condition says of the values of a part.
package enum ValueVerdict: Sendable, Hashable {
  /// They fit; the groups are those of the regular expressions that were searched for.
  case accepted(groups: [String: String])
  case rejected
  /// Nobody can tell, because a pattern is no pattern or its search was given up.
  case undecided(String)

  static let accepted = ValueVerdict.accepted(groups: [:])

  init(_ isAccepted: Bool) { self = isAccepted ? .accepted : .rejected }

  var isAccepted: Bool {
    if case .accepted = self { true } else { false }
  }
}

extension Sequence where Element == ValueVerdict {
  /// The first acceptance; without one, the first doubt.
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

  /// Acceptance by all, with the groups of all; the first rejection outweighs every doubt.
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
