import StubCore
import StubFiles
import StubPlatform

/// A request for an operation of the admin API, with the variables of its path.
struct AdminRequest: Sendable {
  let message: ReceivedRequest
  private let variables: [String: String]

  init(_ message: ReceivedRequest, variables: [String: String]) {
    self.message = message
    self.variables = variables
  }

  /// Returns the value of a variable in the route's path.
  subscript(variable: String) -> String { variables[variable] ?? "" }

  /// The body, decompressed and in UTF-8; empty if there is none.
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

  /// Returns the value of a query parameter, the last one if there are several;
  /// `nil` if there is none.
  func parameter(_ name: String) -> String? {
    message.target.queryItems.last { $0.name.hasSameScalars(as: name) }?.value
  }

  /// Returns a query parameter that is a whole number; `nil` if there is none.
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

  /// Returns whether a query parameter is `true` or has no value.
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

/// The reason why the admin API refuses a request, with errors in WireMock's form.
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

  /// Creates a refusal with all errors in a rule file that a client sent.
  init(_ diagnostics: DiagnosticList) {
    status = 422
    errors =
      diagnostics.sorted.filter { $0.severity == .error }.map(\.adminError)
      + diagnostics.omission
  }

  /// Creates a refusal with all errors in a stub in WireMock's form, or in its part at the pointer.
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
  /// An additional error with the number of findings that were left out; empty if there were none.
  fileprivate var omission: [JSONValue] {
    omittedCount == 0 ? [] : [["code": 10, "title": .string("and \(omittedCount) more")]]
  }
}

extension FileDiagnostic {
  /// The finding as an error of the admin API, with its line and column in the text that was sent.
  var adminError: JSONValue {
    var source = JSONObject([("pointer", .string(pointer ?? "/"))])
    if let line { source["line"] = .number(JSONNumber(line)) }
    if let column { source["column"] = .number(JSONNumber(column)) }
    return [
      "code": 10, "source": .object(source), "title": .string(found), "detail": .string(message),
    ]
  }

  /// Returns a finding about a stub in WireMock's form, or about a part of it, as an error for
  /// WireMock's clients.
  ///
  /// The source of such an error has only a pointer. Line and column are in the text of the error;
  /// they are left out for a part of the stub.
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
