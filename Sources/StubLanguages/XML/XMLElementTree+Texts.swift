extension XMLElementTree {
  /// The values of all attributes of the element and of the elements in it.
  package var attributeValues: [String] {
    var values: [String] = []
    visit { values += $0.attributes.values }
    return values
  }

  /// The texts of the element and of the elements in it, without space at their ends.
  package var allTexts: [String] {
    var texts: [String] = []
    visit { element in
      for case .text(let text) in element.contents { texts.append(text) }
    }
    return texts
  }

  /// The local names of the element and of the elements in it, each once.
  package var elementNames: [String] {
    var names: Set<ScalarText> = []
    visit { names.insert(ScalarText($0.name.local)) }
    return names.map(\.text)
  }

  private func visit(_ body: (XMLElementTree) -> Void) {
    body(self)
    for case .element(let element) in contents { element.visit(body) }
  }
}

extension XMLComparison {
  /// Returns the values of attributes and the texts that every document equal to this one contains.
  package func requirements(
    of expected: XMLElementTree
  ) -> (attributes: [String], texts: [String]) {
    func plain(_ texts: [String]) -> [String] {
      placeholders.map { known in texts.filter { known.placeholder($0) == nil } } ?? texts
    }
    // Exemptions let parts of the expected document be missing.
    return exemptions.isEmpty
      ? (plain(expected.attributeValues), plain(expected.allTexts)) : ([], [])
  }
}
