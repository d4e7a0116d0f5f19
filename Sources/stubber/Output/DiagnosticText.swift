import StubFiles

/// A finding as a terminal shows it.
enum DiagnosticText {
  static func colored(_ finding: FileDiagnostic, _ console: Console) -> String {
    let color: Color =
      switch finding.severity {
      case .error: .red
      case .warning: .yellow
      }
    let word = "\(finding.severity.rawValue):"
    guard console.usesColor, let place = finding.description.firstRange(of: word) else {
      return finding.description
    }
    return finding.description.replacingCharacters(in: place, with: console.colored(word, color))
  }
}

extension String {
  fileprivate func replacingCharacters(
    in range: Range<String.Index>, with text: String
  ) -> String {
    var copy = self
    copy.replaceSubrange(range, with: text)
    return copy
  }
}
