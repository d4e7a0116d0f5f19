import StubCore
import StubLanguages

/// A tool of the Model Context Protocol: an operation of the admin API with a name and a
/// description for coding agents.
struct MCPTool: Sendable {
  /// An argument of a tool.
  struct Argument: Sendable {
    let name: String
    let summary: String
    let schema: AdminSchema
    let isRequired: Bool

    init(
      _ name: String, _ summary: String, _ schema: AdminSchema = .text, isRequired: Bool = false
    ) {
      (self.name, self.summary) = (name, summary)
      (self.schema, self.isRequired) = (schema, isRequired)
    }

    /// The schema of the argument, with its description.
    fileprivate var form: JSONValue {
      var form = schema.value.object ?? JSONObject()
      form["description"] = .string(summary)
      return .object(form)
    }
  }

  /// The effect of a tool on the server, by which agents decide whether to ask first.
  enum Effect: Sendable {
    /// The tool changes nothing.
    case reads
    /// The tool adds something, or sets a value.
    case changes
    /// The tool removes something that it cannot restore.
    case destroys
  }

  /// A request to the admin API.
  struct Call: Sendable {
    var method: HTTPMethod = .get
    /// The path after the prefix of the API.
    let path: String
    var body: String?

    static func json(_ method: HTTPMethod, _ path: String, _ body: JSONValue) -> Call {
      Call(method: method, path: path, body: body.text())
    }
  }

  let name: String
  let summary: String
  let effect: Effect
  /// Whether the tool sends requests to other servers.
  let isOpenWorld: Bool
  let arguments: [Argument]
  let call: @Sendable (JSONObject) -> Call

  init(
    _ name: String, _ summary: String, _ effect: Effect, isOpenWorld: Bool = false,
    _ arguments: [Argument] = [], call: @escaping @Sendable (JSONObject) -> Call
  ) {
    (self.name, self.summary, self.effect) = (name, summary, effect)
    (self.isOpenWorld, self.arguments, self.call) = (isOpenWorld, arguments, call)
  }

  var required: [String] { arguments.filter(\.isRequired).map(\.name) }

  /// The tool in the form of `tools/list`.
  var form: JSONValue {
    [
      "name": .string(name), "description": .string(summary),
      "inputSchema": [
        "type": "object",
        "properties": .object(JSONObject(arguments.map { ($0.name, $0.form) })),
        "required": .array(required.map { .string($0) }),
      ],
      "annotations": [
        "readOnlyHint": .bool(effect == .reads), "destructiveHint": .bool(effect == .destroys),
        "openWorldHint": .bool(isOpenWorld),
      ],
    ]
  }
}

extension JSONObject {
  func text(_ name: String) -> String? {
    self[name].map { $0.string ?? $0.text() }
  }

  func number(_ name: String) -> Int? { self[name]?.number?.integer }

  /// Returns an argument as a segment of a path.
  ///
  /// All bytes are percent-encoded, except unreserved characters (RFC 3986 §2.3).
  func segment(_ name: String) -> String { Self.segment(text(name) ?? "") }

  static func segment(_ text: String) -> String {
    let unreserved = Array("-._~".utf8)
    return text.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      if isPlain || unreserved.contains(byte) { return String(character) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
