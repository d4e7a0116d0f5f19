#if NO_YAML
/// The replacement of libyaml on platforms without it, which cannot read YAML.
struct YAMLEventStream: ~Copyable {
  init(_ bytes: [UInt8]) {}

  /// Throws the error, because YAML cannot be read.
  ///
  /// - Throws: a `YAMLProblem` with the remedy.
  mutating func next() throws(YAMLProblem) -> YAMLEvent {
    throw YAMLProblem(
      text: "this platform cannot read YAML; convert the file to JSON with `stubber convert`",
      place: .byte(0))
  }
}
#else
import CLibYAML

/// A parser of libyaml, whose C types are used only in this file.
struct YAMLEventStream: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The input of the parser, at a fixed address.
  private let input: UnsafeMutablePointer<Input>
  private let isReady: Bool

  private struct Input {
    let bytes: [UInt8]
    var offset = 0

    /// Copies the next bytes into the buffer.
    ///
    /// - Returns: their number; 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let end = min(offset + buffer.count, bytes.count)
      buffer.copyBytes(from: bytes[offset..<end])
      defer { offset = end }
      return end - offset
    }
  }

  init(_ bytes: [UInt8]) {
    input = .allocate(capacity: 1)
    input.initialize(to: Input(bytes: bytes))
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    isReady = yaml_parser_initialize(parser) == 1
    guard isReady else { return }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input(
      parser,
      { input, buffer, size, count in
        guard let input = input?.assumingMemoryBound(to: Input.self), let buffer, let count else {
          return 0
        }
        count.pointee = input.pointee.read(
          into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
        return 1
      }, input)
  }

  deinit {
    if isReady { yaml_parser_delete(parser) }
    parser.deinitialize(count: 1)
    parser.deallocate()
    input.deinitialize(count: 1)
    input.deallocate()
  }

  /// Returns the next event; must not be called after the end of the stream.
  ///
  /// - Throws: `YAMLProblem` if the text is not YAML.
  mutating func next() throws(YAMLProblem) -> YAMLEvent {
    guard isReady else { throw YAMLProblem(text: "out of memory", place: .byte(0)) }
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw problem() }
    defer { yaml_event_delete(&event) }
    let place = YAMLPlace.scalar(event.start_mark.index)
    switch event.type {
    case YAML_STREAM_START_EVENT: return YAMLEvent(kind: .streamStart, place: place)
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, place: place)
    case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, place: place)
    case YAML_ALIAS_EVENT:
      let name = Self.text(event.data.alias.anchor) ?? ""
      return YAMLEvent(kind: .alias(name), place: place)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return YAMLEvent(
        kind: .scalar(
          text: String(decoding: bytes, as: UTF8.self),
          isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE),
        anchor: Self.text(scalar.anchor), tag: Self.text(scalar.tag), place: place)
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      return YAMLEvent(
        kind: .sequenceStart, anchor: Self.text(start.anchor), tag: Self.text(start.tag),
        place: place)
    case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, place: place)
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      return YAMLEvent(
        kind: .mappingStart, anchor: Self.text(start.anchor), tag: Self.text(start.tag),
        place: place)
    case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, place: place)
    default: return YAMLEvent(kind: .streamEnd, place: place)
    }
  }

  private func problem() -> YAMLProblem {
    let parser = parser.pointee
    let text = parser.problem.map { String(cString: $0) } ?? "out of memory"
    guard parser.error != YAML_READER_ERROR else {
      return YAMLProblem(text: text, place: .byte(parser.problem_offset))
    }
    var problem = YAMLProblem(text: text, place: .scalar(parser.problem_mark.index))
    if let context = parser.context {
      problem.context = String(cString: context)
      problem.contextPlace = .scalar(parser.context_mark.index)
    }
    return problem
  }

  private static func text(_ characters: UnsafePointer<yaml_char_t>?) -> String? {
    characters.map { String(cString: $0) }
  }

  private static func text(_ characters: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    text(UnsafePointer(characters))
  }
}
#endif

/// An event of libyaml: the start or end of a part of the stream, a scalar, or an alias.
package struct YAMLEvent {
  package enum Kind {
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

  package let kind: Kind
  var anchor: String?
  package var tag: String?
  package let place: YAMLPlace
}

/// A position in the text, in the units of libyaml.
package enum YAMLPlace {
  /// The number of Unicode scalars from the start of the text.
  case scalar(Int)
  case byte(Int)
}

/// The error of libyaml for a text that is not YAML.
struct YAMLProblem: Error {
  let text: String
  let place: YAMLPlace
  /// The part of the document that was being read, in libyaml's words; it starts at `contextPlace`.
  var context: String?
  var contextPlace: YAMLPlace?
}
