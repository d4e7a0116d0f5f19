extension HTTPStub {
  /// What it answers in a few words, method by method, as far as it is written down: nothing is asked.
  package var answerTitles: [(method: HTTPMethod?, title: String)] {
    responses.map { entry in
      (entry.key.method, entry.script.responders.map(\.title).joined(separator: " → "))
    }
  }
}

/// A responder that can say what it answers without a request.
package protocol TitledResponder {
  var title: String { get }
}

extension HTTPStubResponder {
  /// What it answers in a few words, if it can say that.
  package var title: String { (self as? any TitledResponder)?.title ?? "made by code" }
}

extension SpecifiedResponder: TitledResponder {
  var title: String { specification.title }
}

extension TemplatedResponder: TitledResponder {
  var title: String { specification.title }
}

extension EchoResponder: TitledResponder {
  var title: String { "200 the request itself" }
}

extension TroubledResponder: TitledResponder {
  package var title: String {
    [base.title, "\(trouble)"].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension ResponseSpecification {
  /// The status and what kind of body follows.
  fileprivate var title: String {
    if let failure { return "\(failure)" }
    let kind: String? =
      switch body {
      case .none: nil
      case .data: "data"
      case .text: "text"
      case .json: "JSON"
      case .file: "a file"
      }
    return ["\(head.status.rawValue)", kind].compactMap(\.self).joined(separator: " ")
  }
}
