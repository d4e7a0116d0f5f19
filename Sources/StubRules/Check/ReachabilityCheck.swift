import StubCore
import StubDocuments

extension StubCheck {
  /// The check for stubs that can never answer because stubs that are tried earlier answer all
  /// their requests.
  ///
  /// Stubs are compared by their conditions as written. If the conditions of one stub are a subset
  /// of those of another stub, it accepts all requests of the other stub.
  static let reachability = StubCheck { outlines, diagnostics in
    var coverage: [Set<MatchUnit>: Coverage] = [:]
    for outline in outlines.inOrderOfAsking {
      let units = outline.units
      let covering = units.subsets.compactMap { coverage[$0] }
      report(outline, covering, to: &diagnostics)
      coverage[units, default: Coverage(units: units)].add(outline)
    }
  }

  private static func report(
    _ outline: StubOutline, _ covering: [Coverage], to diagnostics: inout DiagnosticList
  ) {
    let keys = outline.stub.responses.map(\.key).sorted { $0.word < $1.word }
    var covered: [(key: ResponseKey, by: StubOutline)] = []
    for key in keys {
      if let other = covering.lazy.compactMap({ $0.stub(answering: key) }).first {
        covered.append((key, other))
      }
    }
    guard let other = covered.first?.by else { return }
    diagnostics.append(.warning, finding(outline, covered, of: keys.count, other))
  }

  private static func finding(
    _ outline: StubOutline, _ covered: [(key: ResponseKey, by: StubOutline)], of count: Int,
    _ other: StubOutline
  ) -> FileDiagnostic {
    let isWhole = covered.count == count
    let subject =
      isWhole
      ? "this stub never answers"
      : "this stub never answers \(covered.map(\.key.word).joined(separator: ", "))"
    let isSameFile = other.node.position.file == outline.node.position.file
    let place = isSameFile ? "the one at line \(other.stub.origin.line)" : "\(other.stub.title)"
    let isTie = other.stub.priority == outline.stub.priority
    let reason =
      other.units.isEmpty
      ? "matches every request"
      : other.units == outline.units ? "has the same match" : "matches all that this one does"
    let order =
      isTie
      ? (isSameFile ? outline.order(of: other) : "is in a later file")
      : "has a lower priority number"
    return FileDiagnostic(
      .warning, at: outline.node.position,
      found: "\(subject): \(place) \(reason) and \(order)",
      remedy: isTie ? "change their order, or remove one" : "remove one")
  }
}

/// The methods that stubs with the same conditions answer without a limit, each with the first such
/// stub.
private struct Coverage {
  let units: Set<MatchUnit>
  private var stubs: [ResponseKey: StubOutline] = [:]

  init(units: Set<MatchUnit>) { self.units = units }

  /// Adds the methods that the stub answers without a limit, except methods that are already
  /// covered.
  mutating func add(_ outline: StubOutline) {
    guard outline.stub.limit == nil else { return }
    for responses in outline.stub.responses
    where responses.script.ending == .repeatLast || responses.script.ending == .cycle {
      if stubs[responses.key] == nil { stubs[responses.key] = outline }
    }
  }

  func stub(answering key: ResponseKey) -> StubOutline? {
    // Only a response for CONNECT answers CONNECT.
    (key.method == .connect ? nil : stubs[ResponseKey(method: nil)]) ?? stubs[key]
  }
}

extension ResponseKey {
  fileprivate var word: String { method?.rawValue ?? "any" }
}

extension [StubOutline] {
  /// The stubs in the order in which they are asked: by priority, and with equal priority, the last
  /// one first.
  fileprivate var inOrderOfAsking: [StubOutline] {
    enumerated().sorted {
      ($0.element.stub.priority, -$0.offset) < ($1.element.stub.priority, -$1.offset)
    }.map(\.element)
  }
}

extension Set<MatchUnit> {
  /// The largest size of a set for which all subsets are tried.
  private static var largestSplit: Int { 4 }

  /// The empty set, all sets of one element, this set and, if this set is small, all other subsets.
  fileprivate var subsets: [Set<MatchUnit>] {
    guard count <= Self.largestSplit else { return [[]] + map { [$0] } + [self] }
    return reduce(into: [[]]) { subsets, unit in
      subsets += subsets.map { $0.union([unit]) }
    }
  }
}

extension StubOutline {
  /// Returns a phrase for the position of the other stub, which is tried first.
  ///
  /// In files of some tools, it comes before this one.
  fileprivate func order(of other: StubOutline) -> String {
    let (line, otherLine) = (stub.origin.line, other.stub.origin.line)
    if line == otherLine { return "is asked first" }
    return otherLine > line ? "comes later" : "comes earlier"
  }
}
