import StubCore
import StubDocuments
import StubRules

extension ToolFormat {
  /// Mapping files of WireMock 2 and 3: one stub, or several under `mappings`.
  static let wireMock = ToolFormat(
    "WireMock", keepsRepeatedFields: true,
    recognizes: { document in
      if document["mappings"]?.elements != nil { return true }
      return document["request"]?.members != nil || document["grpcRequest"]?.members != nil
        || document["grpcResponse"]?.members != nil || document.isStubOfAnyRequest
    },
    read: { document, reader, file in
      guard document["mappings"] != nil else {
        let stub = reader.wireMockStub(document, in: file.scope, file.scenarios)
        if let stub { file.append([stub]) }
        return
      }
      reader.read(document, wireMockKeys, filling: &file)
    })

  /// The keys of a file with several stubs.
  private static let wireMockKeys = Keys<FileDraft>([
    Key("mappings") { reader, value, file in
      let (scope, scenarios) = (file.scope, file.scenarios)
      let stubs = reader.concurrentList(value) { $0.wireMockStub($1, in: scope, scenarios) }
      file.append(stubs ?? [])
    },
    .idle("$schema"), .idle("meta"),
  ])
}

extension Value {
  /// Whether the document is a stub of WireMock without `request`: it has a response and only keys
  /// of stubs.
  fileprivate var isStubOfAnyRequest: Bool {
    guard self["response"]?.members != nil else { return false }
    return (members ?? []).allSatisfy { WireMockStubDraft.keys[$0.key] != nil }
  }
}
