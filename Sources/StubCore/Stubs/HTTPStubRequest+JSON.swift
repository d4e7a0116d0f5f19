#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// A type of its own for each kind of JSON, and none of them generic: a closure with a mistake in it
// could be of any type, and the compiler would then report the type of the closure, not the mistake.

extension HTTPStubRequest {
  /// Answers with JSON: text or data that is JSON already, or a body.
  ///
  /// Text and data are sent as they are. Text that is not JSON is reported when the stub is added; a
  /// JSON string is `.string("text")`.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, statusCode: HTTPStatusCode = .ok, delay: Duration = .zero,
    headers: HTTPHeaders? = nil, json: any HTTPStubBodyConvertible
  ) -> Self {
    if case .text(let text) = json.stubBody { noteProblems(ofJSON: text) }
    return stub(
      for: method, statusCode: statusCode, delay: delay, contentType: .json, headers: headers,
      body: json)
  }

  /// Answers with a JSON value, as in `["id": 34, "tags": ["a"]]`.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, statusCode: HTTPStatusCode = .ok, delay: Duration = .zero,
    headers: HTTPHeaders? = nil, json value: JSONValue
  ) -> Self {
    stub(
      for: method, statusCode: statusCode, delay: delay, headers: headers,
      json: value as any HTTPStubBodyConvertible)
  }

  /// Answers with the JSON of a value, its members sorted by name.
  ///
  /// If the value cannot be encoded, the stub answers with an error that says why, and it is reported
  /// when the stub is added.
  @discardableResult
  @_disfavoredOverload
  public func stub(
    for method: HTTPMethod? = nil, statusCode: HTTPStatusCode = .ok, delay: Duration = .zero,
    headers: HTTPHeaders? = nil, json value: any Encodable, encoder: JSONEncoder? = nil
  ) -> Self {
    do {
      let body = try HTTPStubBody.json(encoding: value, with: encoder)
      return stub(for: method, statusCode: statusCode, delay: delay, headers: headers, json: body)
    } catch {
      let problem = "a value of type \(type(of: value)) cannot be written as JSON: \(error)"
      return respond(for: method, with: FailingResponder(error: ResponderError(problem)))
    }
  }

  /// Answers with JSON after a delay in seconds.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, statusCode: HTTPStatusCode = .ok, delay seconds: Double,
    headers: HTTPHeaders? = nil, json: any HTTPStubBodyConvertible
  ) -> Self {
    stub(
      for: method, statusCode: statusCode, delay: .written(seconds), headers: headers, json: json)
  }

  private func noteProblems(ofJSON text: String) {
    do {
      _ = try JSONValue(parsing: text)
    } catch {
      note(problem: error.problem(ofJSON: text))
    }
  }
}

// Headers of a dictionary, in the order of their names.
extension HTTPStubRequest {
  /// Answers with JSON and the headers of a dictionary.
  @discardableResult
  @_disfavoredOverload
  public func stub(
    for method: HTTPMethod? = nil, statusCode: HTTPStatusCode = .ok, delay: Duration = .zero,
    headers: [String: String]?, json: any HTTPStubBodyConvertible
  ) -> Self {
    stub(
      for: method, statusCode: statusCode, delay: delay, headers: headers.map { HTTPHeaders($0) },
      json: json)
  }

  /// Answers with a JSON value and the headers of a dictionary.
  @discardableResult
  @_disfavoredOverload
  public func stub(
    for method: HTTPMethod? = nil, statusCode: HTTPStatusCode = .ok, delay: Duration = .zero,
    headers: [String: String]?, json value: JSONValue
  ) -> Self {
    stub(
      for: method, statusCode: statusCode, delay: delay, headers: headers.map { HTTPHeaders($0) },
      json: value)
  }

  /// Answers with the JSON of a value and the headers of a dictionary.
  @discardableResult
  @_disfavoredOverload
  public func stub(
    for method: HTTPMethod? = nil, statusCode: HTTPStatusCode = .ok, delay: Duration = .zero,
    headers: [String: String], json value: any Encodable, encoder: JSONEncoder? = nil
  ) -> Self {
    stub(
      for: method, statusCode: statusCode, delay: delay, headers: HTTPHeaders(headers),
      json: value, encoder: encoder)
  }
}

extension HTTPStubBody {
  /// A JSON body with an encoded value, by default with its keys sorted.
  ///
  /// - Throws: the errors of the encoder, such as `EncodingError` for infinite numbers.
  public static func json(
    encoding value: any Encodable, with encoder: JSONEncoder? = nil
  ) throws -> HTTPStubBody {
    if let encoder { return .data(try encoder.encode(value)) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .data(try encoder.encode(value))
  }
}

extension JSONSyntaxError {
  /// What is wrong with a text that should be JSON, and what to write for a JSON string.
  func problem(ofJSON text: String) -> String {
    let isWord = text.first.map { !"{[\"".contains($0) } ?? false
    let remedy = isWord ? "; write .string(\(text.quoted)) for a JSON string" : ""
    return "invalid JSON \(text.quoted): \(self)\(remedy)"
  }
}
