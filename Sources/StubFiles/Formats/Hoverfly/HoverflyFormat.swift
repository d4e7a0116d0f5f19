import StubCore

/// Simulations of Hoverfly, schema versions 1 to 5.
///
/// Of the pairs that fit a request, Hoverfly takes the one whose matchers weigh most; the weights
/// do not depend on the request, so the stubs are put in that order here.
enum HoverflyFormat: DefinitionFormat {
  static let title = "Hoverfly"

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let data = document["data"] else { return false }
    if data["pairs"]?.elements != nil { return true }
    let first = data.elements?.first
    return first?["requestTemplate"] != nil || first?["urlPattern"] != nil
  }

  static func read(_ document: inout ValueReader, into file: inout FileDraft) {
    let scope = file.scope
    let stubs: [StubOutline]? = document.mapping { reader in
      reader.settle(HoverflyKeys.file)
      return reader.required("data") { value -> [StubOutline]? in
        guard value.node.elements == nil else {
          return value.mismatch(
            expected: "a simulation with \"pairs\"",
            remedy: "try importing the file into Hoverfly and exporting it as a simulation")
        }
        return value.mapping { reader in
          reader.settle(HoverflyKeys.data)
          let delays = reader.optional("globalActions") { $0.hoverflyDelays() } ?? HoverflyDelays()
          let pairs = reader.required("pairs") { $0.list { $0.hoverflyPair(in: scope) } }
          return pairs.map { HoverflyPair.stubs(of: $0, delays) }
        }
      }
    }
    file.append(stubs ?? [])
  }
}
