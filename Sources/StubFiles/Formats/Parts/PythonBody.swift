import StubCore
import StubPlatform

/// A body as VCR.py writes it: text, bytes, a Python object that held one, or what the client was given.
struct PythonBody {
  private let value: Value

  init(_ value: Value) { self.value = value }

  /// The body of a request.
  ///
  /// What a client of aiohttp was given as `data=` or `json=` is recorded as it is: pairs, which are a form,
  /// or JSON.
  func data(_ reader: Reader, type: String?) -> Data? {
    guard isGiven else { return reader.pythonContent(value) }
    let essence = HTTPContentType(rawValue: type ?? "").essence
    if essence.hasSuffix("json") { return value.jsonData }
    if let pairs = pairs ?? (essence == HTTPContentType.formURLEncoded.rawValue ? members : nil) {
      return RecordedForm.encoded(pairs, keepsEncoded: false)
    }
    return value.jsonData
  }

  /// The body of a response; one that was parsed before it was written is JSON again.
  func answer(_ reader: Reader) -> Data? {
    value.elements != nil && isGiven ? value.jsonData : reader.pythonContent(value)
  }

  /// Whether this is neither text nor pieces of one, nor an object that held it.
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

  /// Whether the list is the arguments of an object, such as an iterator.
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
}

extension Reader {
  /// Text, bytes, pieces of them, or a Python object that held them, written with its tag.
  ///
  /// An `io.BytesIO` has its content first in `state`; an iterator has its pieces in `args`, with its
  /// place as `state`, or is the list of them.
  fileprivate func pythonContent(_ value: Value) -> Data? {
    let (state, arguments) = (value[given: "state"], value[given: "args"])
    if let state, state.elements != nil || arguments == nil {
      return pythonContent(state.elements?.first ?? state)
    }
    if let arguments { return pythonContent(arguments) }
    guard value.elements != nil else { return recordedBody(value) }
    return list(value, pythonContent).map { Data($0.joined()) }
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
