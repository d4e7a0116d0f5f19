import StubCore
import StubFiles
import StubPlatform

/// A request for an operation of the admin API, with the variables of its path and its query parameters.
struct AdminRequest: Sendable {
  let message: ReceivedRequest
  private let variables: [String: String]

  init(_ message: ReceivedRequest, variables: [String: String]) {
    self.message = message
    self.variables = variables
  }

  /// The value of a variable of the route's path.
  subscript(variable: String) -> String { variables[variable] ?? "" }

  /// The body in UTF-8, decompressed.
  var body: Data { message.readableBody ?? Data() }

  /// Parses the body as JSON.
  func json() throws(AdminRefusal) -> JSONValue {
    do throws(JSONSyntaxError) {
      return try message.json.get()
    } catch {
      throw AdminRefusal(unprocessable: "Error parsing JSON", "\(error)")
    }
  }

  /// Parses the body as a JSON object; an empty body is an empty object.
  func object() throws(AdminRefusal) -> JSONObject {
    if body.isEmpty { return JSONObject() }
    guard let object = try json().object else {
      throw AdminRefusal(
        unprocessable: "Error parsing JSON", "expected an object, such as {}", pointer: "/")
    }
    return object
  }

  /// Parses the body as a JSON object, and refuses an empty body.
  func neededObject() throws(AdminRefusal) -> JSONObject {
    if body.isEmpty {
      throw AdminRefusal(
        unprocessable: "Error parsing JSON", "the body is empty; expected an object, such as {}",
        pointer: "/")
    }
    return try object()
  }

  /// Returns a parameter of the query.
  func parameter(_ name: String) -> String? {
    message.target.queryItems.last { $0.name == name }?.value
  }

  /// Returns a query parameter that is a whole number.
  func number(_ name: String, in range: ClosedRange<Int>) throws(AdminRefusal) -> Int? {
    guard let text = parameter(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let wanted =
        range.upperBound == .max
        ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
      throw AdminRefusal(
        400, "\(name) must be a number, \(wanted), not \(text.quoted)", pointer: name)
    }
    return number
  }

  /// Returns a query parameter that is `true` or `false`.
  func flag(_ name: String) throws(AdminRefusal) -> Bool {
    switch parameter(name) {
    case nil, "false": return false
    case "true", "": return true
    case let text?:
      throw AdminRefusal(
        400, "\(name) must be true or false, not \(text.quoted)", pointer: name)
    }
  }
}

/// Why the admin API refuses a request; the errors have WireMock's form.
struct AdminRefusal: Error, Sendable {
  let status: HTTPStatusCode
  /// The errors; empty if a resource is missing (404).
  let errors: [JSONValue]

  /// Creates a refusal with one error.
  init(
    _ status: HTTPStatusCode, code: Int = 10, _ title: String, detail: String? = nil,
    pointer: String? = nil
  ) {
    self.status = status
    errors = [
      .object(
        JSONObject(
          [
            ("code", .number(JSONNumber(code))),
            ("source", pointer.map { ["pointer": .string($0)] }),
            ("title", .string(title)), ("detail", detail.map { .string($0) }),
          ].compactMap { name, value in value.map { (name, $0) } }))
    ]
  }

  /// Creates a refusal of a body that can be parsed but is invalid.
  init(unprocessable title: String, _ detail: String, pointer: String? = nil) {
    self.init(422, title, detail: detail, pointer: pointer)
  }

  /// Creates a refusal with all errors of a rule file that was sent.
  init(_ diagnostics: DiagnosticList) {
    status = 422
    errors =
      diagnostics.sorted.filter { $0.severity == .error }.map(\.adminError)
      + diagnostics.omission
  }

  /// Creates a refusal with all errors of a text in WireMock's form, or of the part at the pointer.
  init(mapping diagnostics: DiagnosticList, at pointer: String = "") {
    status = 422
    errors =
      diagnostics.sorted.filter { $0.severity == .error }.map { $0.mappingError(at: pointer) }
      + diagnostics.omission
  }

  /// Joins several refusals; `nil` if there are none.
  init?(_ refusals: [AdminRefusal]) {
    guard let first = refusals.first else { return nil }
    status = first.status
    errors = refusals.flatMap(\.errors)
  }

  private init(status: HTTPStatusCode) {
    self.status = status
    errors = []
  }

  static let notFound = AdminRefusal(status: 404)

  /// The errors in one line.
  var reason: String {
    errors.map { error in
      [error["title"]?.string, error["detail"]?.string].compactMap(\.self).joined(separator: ": ")
    }.joined(separator: "; ")
  }

  var answer: AdminAnswer {
    errors.isEmpty
      ? .empty(status) : .json(["errors": .array(errors)], status: status)
  }
}

extension DiagnosticList {
  /// An additional error with the number of omitted findings; empty if none were omitted.
  fileprivate var omission: [JSONValue] {
    omittedCount == 0 ? [] : [["code": 10, "title": .string("and \(omittedCount) more")]]
  }
}

extension FileDiagnostic {
  /// The finding as an error of the admin API, with its line and column in the rule file that was sent.
  var adminError: JSONValue {
    var source = JSONObject([("pointer", .string(pointer ?? "/"))])
    if let line { source["line"] = .number(JSONNumber(line)) }
    if let column { source["column"] = .number(JSONNumber(column)) }
    return [
      "code": 10, "source": .object(source), "title": .string(found), "detail": .string(message),
    ]
  }

  /// Returns a finding about a mapping, or a part of one, in a form that WireMock's clients can read: its
  /// source has only a pointer.
  ///
  /// Line and column refer to the whole text; they are left out for a part of it.
  fileprivate func mappingError(at outer: String) -> JSONValue {
    let inner = outer + (pointer ?? "")
    let place = [line.map { "line \($0)" }, column.map { "column \($0)" }].compactMap(\.self)
    let prefix = place.isEmpty || !outer.isEmpty ? "" : place.joined(separator: ", ") + ": "
    return [
      "code": 10, "source": ["pointer": .string(inner.isEmpty ? "/" : inner)],
      "title": "Error parsing JSON", "detail": .string(prefix + message),
    ]
  }
}
