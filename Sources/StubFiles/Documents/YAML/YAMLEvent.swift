/// One step through a YAML stream.
struct YAMLEvent {
  enum Kind {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(text: String, isPlain: Bool)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
  }

  let kind: Kind
  var anchor: String?
  var tag: String?
  let place: YAMLPlace
}

/// Where something is, in the units of the C library.
enum YAMLPlace {
  /// Unicode scalars from the start of the text.
  case scalar(Int)
  case byte(Int)
}

/// What the C library has to say about a text that is not YAML.
struct YAMLProblem: Error {
  let text: String
  let place: YAMLPlace
  /// What was being read, and where that began.
  var context: String?
  var contextPlace: YAMLPlace?
}
