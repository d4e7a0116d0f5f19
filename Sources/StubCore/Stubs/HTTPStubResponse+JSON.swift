public import StubPlatform

// Values are converted to JSON, and texts to JSON strings. For text or bytes that are already
// JSON, use a label.
extension HTTPStubResponse {
  /// Returns a response with a JSON value, as in `["id": 34, "tags": ["a"]]`.
  public static func json(
    _ value: JSONValue, statusCode: HTTPStatusCode = .ok, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    let response = json(body: .json(value), statusCode, headers)
    if case .string(let text) = value { response.remarks += JSONMistake.quotes(text) }
    return response
  }

  /// Returns a response with a value as JSON, in which members are sorted by name.
  ///
  /// If the value cannot be encoded, the stub answers with an error that says why. The error is
  /// also reported when the stub is added.
  @_disfavoredOverload
  public static func json(
    _ value: any Encodable, statusCode: HTTPStatusCode = .ok, headers: HTTPHeaders = [:],
    encoder: JSONEncoder? = nil
  ) -> HTTPStubResponse {
    let response = json(body: .none, statusCode, headers)
    do throws(JSONMistake) {
      response.body = try JSONMistake.refusing(value) {
        try HTTPStubBody.json(encoding: value, with: encoder)
      }
    } catch {
      response.defect = error.description
    }
    if let text = value as? String { response.remarks += JSONMistake.quotes(text) }
    return response
  }

  /// Returns a response with bytes that are JSON, which are sent unchanged.
  public static func json(
    data: Data, statusCode: HTTPStatusCode = .ok, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    json(body: .data(data), statusCode, headers)
  }

  /// Returns a response with a text that is JSON, which is sent unchanged.
  ///
  /// If the text is not JSON, this is reported when the stub is added. To send such a text, use
  /// `.text(text, contentType: .json)`.
  public static func json(
    text: String, statusCode: HTTPStatusCode = .ok, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    let response = json(body: .text(text), statusCode, headers)
    do {
      _ = try JSONValue(parsing: text)
    } catch {
      response.remarks.append(error.problem(ofJSON: text))
    }
    return response
  }

  private static func json(
    body: HTTPStubBody, _ statusCode: HTTPStatusCode, _ headers: HTTPHeaders
  ) -> HTTPStubResponse {
    let response = status(statusCode, headers: headers)
    (response.body, response.usualType) = (body, .json)
    return response
  }
}

extension HTTPStubRequest {
  /// Answers with bytes that are JSON, which are sent unchanged after a delay.
  ///
  /// For JSON in another form, pass a response such as `.json(value)`.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, delay: any HTTPStubDelayConvertible = 0, json data: Data
  ) -> Self {
    stub(for: method, .json(data: data).delayed(by: delay))
  }
}

/// The error for a value that has no JSON form, or whose JSON is probably not the intended one.
struct JSONMistake: DescribedError {
  let description: String

  /// Returns the result of the closure.
  ///
  /// - Throws: `JSONMistake` if the closure throws, or if the value is `Data`, whose JSON would be
  ///   a string.
  static func refusing<Result>(
    _ value: any Encodable, _ encode: () throws -> Result
  ) throws(JSONMistake) -> Result {
    if value is Data {
      throw JSONMistake(
        description: "Data would become a JSON string in base64; if it is JSON already, give it as "
          + "data: .json(data: data) or match(jsonData: data)")
    }
    do {
      return try encode()
    } catch {
      throw JSONMistake(
        description: "a value of type \(type(of: value)) cannot be written as JSON: \(error)")
    }
  }

  /// Returns a remark on a text that is JSON, but would become a JSON string; otherwise an empty
  /// list.
  static func quotes(_ text: String) -> [String] {
    guard let start = text.first(where: { !$0.isWhitespace }), "{[".contains(start),
      (try? JSONValue(parsing: text)) != nil
    else { return [] }
    return [
      "the text \(text.shortened.quoted) becomes a JSON string; if it is JSON already, give it as text: "
        + ".json(text: text) or match(jsonText: text)"
    ]
  }
}

extension JSONSyntaxError {
  /// Returns the problem with a text that should be JSON, and how to write a JSON string.
  func problem(ofJSON text: String) -> String {
    let isWord = text.first.map { !"{[\"".contains($0) } ?? false
    let remedy =
      isWord ? "; a JSON string is .json(\(text.quoted)) or match(json: \(text.quoted))" : ""
    return "invalid JSON \(text.quoted): \(self)\(remedy)"
  }
}
