import StubCore
import StubFiles
import StubPlatform

/// A request for an operation of the admin API, with what its path and its query say.
struct AdminRequest: Sendable {
  let message: ReceivedRequest
  private let variables: [String: String]

  init(_ message: ReceivedRequest, variables: [String: String]) {
    self.message = message
    self.variables = variables
  }

  /// The value of a variable of the route's path.
  subscript(variable: String) -> String { variables[variable] ?? "" }

  /// The body in UTF-8 and without compression.
  var body: Data { message.readableBody ?? Data() }

  /// The body as JSON.
  func json() throws(AdminRefusal) -> JSONValue {
    do throws(JSONSyntaxError) {
      return try message.json.get()
    } catch {
      throw AdminRefusal(unprocessable: "Error parsing JSON", "\(error)")
    }
  }

  /// The body as a JSON object; an empty body is an empty object.
  func object() throws(AdminRefusal) -> JSONObject {
    if body.isEmpty { return JSONObject() }
    guard let object = try json().object else {
      throw AdminRefusal(
        unprocessable: "Error parsing JSON", "expected an object, such as {}", pointer: "/")
    }
    return object
  }

  /// The body as a JSON object, which has to be there.
  func neededObject() throws(AdminRefusal) -> JSONObject {
    if body.isEmpty {
      throw AdminRefusal(
        unprocessable: "Error parsing JSON", "the body is empty; expected an object, such as {}",
        pointer: "/")
    }
    return try object()
  }

  /// A parameter of the query.
  func parameter(_ name: String) -> String? {
    message.target.queryItems.last { $0.name == name }?.value
  }

  /// A whole number of the query.
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

  /// A switch of the query: `true` or `false`.
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

/// Why the admin API does not do what it is asked for; the errors have the form that WireMock gives them.
struct AdminRefusal: Error, Sendable {
  let status: HTTPStatusCode
  /// What is wrong; none for a 404 of what is not there.
  let errors: [JSONValue]

  /// One error.
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

  /// What was sent can be read, but does not make sense.
  init(unprocessable title: String, _ detail: String, pointer: String? = nil) {
    self.init(422, title, detail: detail, pointer: pointer)
  }

  /// Everything that is wrong with a rule file that was sent.
  init(_ diagnostics: DiagnosticList) {
    status = 422
    errors =
      diagnostics.sorted.filter { $0.severity == .error }.map(\.adminError)
      + diagnostics.omission
  }

  /// Everything that is wrong with a text in WireMock's form, or with the part that the pointer says.
  init(mapping diagnostics: DiagnosticList, at pointer: String = "") {
    status = 422
    errors =
      diagnostics.sorted.filter { $0.severity == .error }.map { $0.mappingError(at: pointer) }
      + diagnostics.omission
  }

  /// What several refusals say; `nil` for none.
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

  /// What is wrong, in one line.
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
  /// How many findings are not among the errors, as one more error; none if all are.
  fileprivate var omission: [JSONValue] {
    omittedCount == 0 ? [] : [["code": 10, "title": .string("and \(omittedCount) more")]]
  }
}

extension FileDiagnostic {
  /// The finding in a whole rule file in the form of an error of the admin API.
  var adminError: JSONValue {
    var source = JSONObject([("pointer", .string(pointer ?? "/"))])
    if let line { source["line"] = .number(JSONNumber(line)) }
    if let column { source["column"] = .number(JSONNumber(column)) }
    return [
      "code": 10, "source": .object(source), "title": .string(found), "detail": .string(message),
    ]
  }

  /// The finding in a mapping, or in a part of one, as WireMock's clients can read it: only a pointer as
  /// its source.
  ///
  /// Line and column are those in the whole text, and left out for a part of it.
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
