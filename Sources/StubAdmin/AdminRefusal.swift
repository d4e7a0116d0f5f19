import StubCore
import StubFiles
import StubLanguages
import StubPlatform

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

  /// Creates a refusal of a body that is not the expected JSON.
  init(unreadable detail: String, pointer: String? = nil) {
    self.init(unprocessable: "Error parsing JSON", detail, pointer: pointer)
  }

  /// Creates a refusal of a body without the member `name`.
  init(missing name: String, _ remedy: String) {
    self.init(unprocessable: "\(name) is missing", remedy, pointer: "/\(name)")
  }

  /// Creates a refusal of a request for a missing session.
  init(_ missing: MissingSession) {
    self.init(
      missing.status, code: missing.status.rawValue, missing.problem, detail: missing.remedy)
  }

  /// Creates a refusal with all errors in a rule file that a client sent.
  init(_ diagnostics: DiagnosticList) {
    status = 422
    errors =
      diagnostics.sorted.filter { $0.severity == .error }.map(\.adminError)
      + diagnostics.omission
  }

  /// Creates a refusal with all errors in a stub in WireMock's form, or in the part of it at
  /// `pointer`.
  init(mapping diagnostics: DiagnosticList, at pointer: String = "") {
    status = 422
    errors =
      diagnostics.sorted.filter { $0.severity == .error }.map { $0.mappingError(at: pointer) }
      + diagnostics.omission
  }

  /// Joins several refusals to one; `nil` if there are none.
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

  /// The errors, on one line.
  var reason: String {
    errors.map { error in
      [error["title"]?.string, error["detail"]?.string].compactMap(\.self).joined(separator: ": ")
    }.joined(separator: "; ")
  }

  var answer: AdminResponse {
    errors.isEmpty
      ? .empty(status) : .json(["errors": .array(errors)], status: status)
  }
}

extension Admin {
  /// Reads a text in WireMock's form; `pointer` is its place in the body of the request.
  static func wireMock<Value>(
    _ text: Data, at pointer: String = "", _ read: (Data) throws(DiagnosticList) -> Value
  ) throws(AdminRefusal) -> Value {
    do throws(DiagnosticList) {
      return try read(text)
    } catch {
      throw AdminRefusal(mapping: error, at: pointer)
    }
  }
}

extension SentRules {
  /// Reads a rule file that a client has sent.
  ///
  /// - Returns: its rules, and each stub as it was written.
  func checked(_ text: Data) throws(AdminRefusal) -> (rules: RuleSet, texts: [JSONValue]) {
    do throws(DiagnosticList) {
      return try rules(text)
    } catch {
      throw AdminRefusal(error)
    }
  }
}

extension DiagnosticList {
  /// An additional error with the number of findings that were left out; empty if none were.
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
  /// The source of such an error has only a pointer. Line and column are in the text of the error,
  /// unless the finding is about a part of the stub.
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
