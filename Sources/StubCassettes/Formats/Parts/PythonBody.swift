import StubCore
import StubDocuments
import StubPlatform

/// A body as VCR.py writes it.
///
/// It is text, bytes, a Python object that contained the body, or an argument of the HTTP client.
struct PythonBody {
  private let value: Value

  init(_ value: Value) { self.value = value }

  /// Returns the body of a request.
  ///
  /// Cassettes contain the arguments `data=` and `json=` of aiohttp clients unchanged. They are
  /// pairs, which are a form, or JSON.
  func data(_ reader: RecordingReader, type: String?) -> Data? {
    guard isGiven else { return Self.content(value, reader) }
    let essence = HTTPContentType(rawValue: type ?? "").essence
    if essence.hasSuffix("json") { return value.jsonData }
    if let pairs = pairs ?? (essence == HTTPContentType.formURLEncoded.rawValue ? members : nil) {
      return RecordedForm.encoded(pairs, keepsEncoded: false)
    }
    return value.jsonData
  }

  /// Returns the body of a response; if VCR.py has written it as parsed JSON, it becomes JSON text
  /// again.
  func answer(_ reader: RecordingReader) -> Data? {
    value.elements != nil && isGiven ? value.jsonData : Self.content(value, reader)
  }

  /// Whether the value is an argument of the client, and not a text, pieces of text, or an object
  /// that contained text.
  private var isGiven: Bool {
    if let members = value.members {
      let isObject = members.contains {
        ["state", "args"].contains($0.key) && $0.value.elements != nil
      }
      return !isObject && value["string"] == nil && value["base64_string"] == nil
    }
    guard let elements = value.elements, !isPythonObject else { return false }
    return !elements.allSatisfy(\.isPythonPiece)
  }

  /// Whether the list has the arguments of a Python object, such as an iterator.
  private var isPythonObject: Bool { value.tag?.hasPrefix("!!python/object") ?? false }

  /// The fields of a form, from a list of names with their values.
  private var pairs: [RecordedForm.Field]? {
    guard let elements = value.elements, !elements.isEmpty else { return nil }
    let fields = elements.compactMap { pair -> RecordedForm.Field? in
      guard let pair = pair.elements, pair.count == 2, pair[0].scalar?.kind == .string,
        let name = pair[0].givenText, let value = pair[1].scalar
      else { return nil }
      return RecordedForm.Field(name: name, value: value.text)
    }
    return fields.count == elements.count ? fields : nil
  }

  /// The fields of a form, from a mapping.
  private var members: [RecordedForm.Field]? {
    let fields = value.allMembers?.flatMap { member -> [RecordedForm.Field] in
      let values = member.value.elements.map(Array.init) ?? [member.value]
      return values.map { RecordedForm.Field(name: member.key, value: $0.givenText ?? "") }
    }
    return fields
  }

  /// Reads text, bytes, a list of such pieces, or a Python object that contained them.
  ///
  /// Such an object has a tag. An `io.BytesIO` has its content as the first element of `state`. An
  /// iterator has its pieces in `args` and its position in `state`, or it is the list of pieces.
  private static func content(_ value: Value, _ reader: RecordingReader) -> Data? {
    let (state, arguments) = (value[given: "state"], value[given: "args"])
    if let state, state.elements != nil || arguments == nil {
      return content(state.elements?.first ?? state, reader)
    }
    if let arguments { return content(arguments, reader) }
    guard value.elements != nil else { return reader.bodies.body(value) }
    return reader.values.list(value) { content($0, reader) }.map { Data($0.joined()) }
  }
}

extension Value {
  fileprivate var isPythonPiece: Bool {
    switch scalar?.kind {
    case .string?, .bytes?: true
    default: false
    }
  }
}
