import StubCore
package import StubDocuments

/// A stub file format of another tool, which describes matchers and responses, unlike a recording.
///
/// A format is recognized by the structure of the document, never by the name of the file. To add a
/// format, write a static member in a folder of its own, and add its name to `StubFormats.all`.
package struct ToolFormat: Sendable {
  /// The name in messages, such as `WireMock`.
  package let title: String
  /// Whether all values of a header field are used if its name occurs several times, and not just
  /// the last.
  package let keepsRepeatedFields: Bool
  package let recognizes: @Sendable (Value) -> Bool
  /// Reads the document's stubs into the draft, and reports errors to the reader.
  ///
  /// An unsupported feature is never silently ignored: it is reported as an error that names it.
  package let read: @Sendable (_ document: Value, Reader, _ file: inout FileDraft) -> Void

  package init(
    _ title: String, keepsRepeatedFields: Bool = false,
    recognizes: @escaping @Sendable (Value) -> Bool,
    read: @escaping @Sendable (_ document: Value, Reader, _ file: inout FileDraft) -> Void
  ) {
    self.title = title
    self.keepsRepeatedFields = keepsRepeatedFields
    self.recognizes = recognizes
    self.read = read
  }
}
