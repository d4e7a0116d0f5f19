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

  /// The value of the variable `variable` in the route's path.
  subscript(variable: String) -> String { variables[variable] ?? "" }

  /// The body, decompressed and in UTF-8; empty if there is none.
  var body: Data { message.readableBody ?? Data() }

  /// Parses the body as JSON.
  func json() throws(AdminRefusal) -> JSONValue {
    do throws(JSONSyntaxError) {
      return try message.json.get()
    } catch {
      throw AdminRefusal(unreadable: "\(error)")
    }
  }

  /// Parses the body as a JSON object; an empty body counts as an empty object.
  func object() throws(AdminRefusal) -> JSONObject {
    if body.isEmpty { return JSONObject() }
    guard let object = try json().object else {
      throw AdminRefusal(unreadable: "expected an object, such as {}", pointer: "/")
    }
    return object
  }

  /// Parses the body as a JSON object; an empty body is refused.
  func requireObject() throws(AdminRefusal) -> JSONObject {
    if body.isEmpty {
      throw AdminRefusal(
        unreadable: "the body is empty; expected an object, such as {}", pointer: "/")
    }
    return try object()
  }

  /// Returns the member `name` of the JSON body, which must be `true` or `false`.
  func neededFlag(_ name: String) throws(AdminRefusal) -> Bool {
    guard let flag = try object()[name]?.bool else {
      throw AdminRefusal(
        missing: name, "send {\"\(name)\": true} or {\"\(name)\": false}")
    }
    return flag
  }

  /// Reads the body, which is a JSON object in WireMock's form.
  func wireMock<Value>(
    _ read: (Data) throws(DiagnosticList) -> Value
  ) throws(AdminRefusal) -> Value {
    _ = try requireObject()
    return try Admin.wireMock(body, read)
  }

  /// Returns the last value of a query parameter; `nil` if the parameter is missing.
  func parameter(_ name: String) -> String? {
    message.target.queryItems.last { $0.name.hasSameScalars(as: name) }?.value
  }

  /// Returns the value of a query parameter that is a whole number; `nil` if there is none.
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

  /// Returns whether a query parameter is `true`, or has no value.
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
