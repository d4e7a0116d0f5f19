import Foundation
public import StubCore

extension HTTPStubBody {
  /// A JSON body with an encoded value.
  ///
  /// - Throws: `EncodingError` when the value cannot be encoded.
  public static func json(encoding value: some Encodable) throws -> HTTPStubBody {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .data(try encoder.encode(value))
  }
}

extension HTTPStubRequest {
  /// Answers with a value encoded as JSON, its keys sorted.
  ///
  /// - Throws: `EncodingError` when the value cannot be encoded.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, statusCode: HTTPStatusCode = .ok, delay: Double = 0,
    headers: HTTPHeaders = [:], jsonEncoding value: some Encodable
  ) throws -> Self {
    stub(
      for: method, statusCode: statusCode, delay: delay, headers: headers,
      json: try HTTPStubBody.json(encoding: value))
  }
}
