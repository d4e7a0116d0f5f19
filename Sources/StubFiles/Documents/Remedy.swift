import StubLanguages

/// The remedy for a finding, which follows the problem in messages.
package enum Remedy: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// A clause, such as `remove it`.
  case advice(String)
  /// The value is probably a misspelling of this one, which is written as in the file.
  case nearest(String)

  package init(stringLiteral text: String) { self = .advice(text) }

  /// Returns the name that is most like a misspelled one, in quotation marks; `nil` if none is
  /// alike.
  static func nearest(to name: String, among names: [String]) -> Remedy? {
    NearestName.to(name, among: names).map { .nearest(Quotation.of($0)) }
  }

  /// The clause of messages, such as `did you mean "path"?`.
  package var text: String {
    switch self {
    case .advice(let text): text
    case .nearest(let name): "did you mean \(name)?"
    }
  }
}
