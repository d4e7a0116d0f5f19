import StubCore
import StubDocuments
import StubRules

extension ToolFormat {
  /// Imposters (stubbed servers) of mountebank 1 and 2, as a single one, or several under
  /// `imposters`.
  static let mountebank = ToolFormat(
    "mountebank",
    recognizes: { document in
      if document["imposters"]?.elements != nil { return true }
      return document["protocol"]?.scalar != nil
        && (document["port"] != nil || document["stubs"]?.elements != nil)
    },
    read: { document, reader, file in
      MountebankTemplate.warn(of: document.position.source, reader)
      guard document["imposters"] != nil else {
        file.append(reader.mountebankImposter(document, in: file.scope) ?? [])
        return
      }
      reader.read(document, mountebankKeys, filling: &file)
    })

  /// The keys of a file with several imposters.
  private static let mountebankKeys = Keys<FileDraft>([
    Key("imposters") { reader, value, file in
      let scope = file.scope
      let imposters = reader.list(value) { reader.mountebankImposter($0, in: scope) }
      // The last stub is tried first, so the order is reversed: the first imposter that can answer
      // does.
      file.append((imposters ?? []).reversed().flatMap { $0 })
    },
    .idle("_links"),
  ])
}
