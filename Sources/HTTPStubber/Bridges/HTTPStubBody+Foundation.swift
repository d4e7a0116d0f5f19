public import Foundation
public import StubCore

extension HTTPStubBody {
  /// A file in the resources of a bundle, read again for each request.
  ///
  /// - Throws: `MissingResource` when the bundle has no such file.
  public static func resource(
    _ name: String, in bundle: Bundle, subdirectory: String? = nil
  ) throws -> HTTPStubBody {
    guard let url = bundle.url(forResource: name, withExtension: nil, subdirectory: subdirectory)
    else {
      let place = (bundle.resourcePath ?? bundle.bundlePath) + (subdirectory.map { "/\($0)" } ?? "")
      throw MissingResource(
        description:
          "no resource named \"\(name)\" in \(place); give the full file name, and list the "
          + "file under the resources of the target")
    }
    return .file(path: url.path)
  }

  /// A file next to the source file that asks for it, or below its folder.
  ///
  /// - Throws: `MissingResource` when there is no such file.
  public static func fixture(_ path: String, nextTo file: String = #filePath) throws -> HTTPStubBody
  {
    .file(path: try fixturePath(path, nextTo: file))
  }
}

/// The absolute path of a file that lies next to the source file that asks for it.
///
/// - Throws: `MissingResource` when there is no such file.
public func fixturePath(_ path: String, nextTo file: String = #filePath) throws -> String {
  let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
  let found = folder.appendingPathComponent(path).standardizedFileURL.path
  guard FileManager.default.fileExists(atPath: found) else {
    throw MissingResource(
      description: "no such file \(found); the path is relative to the folder of \(file)")
  }
  return found
}

/// A resource or fixture that is not where it was looked for.
public struct MissingResource: Error, Sendable, Hashable, CustomStringConvertible {
  public let description: String
}

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
    for method: HTTPMethod? = nil, statusCode: HTTPStatusCode = .ok, delay: Duration = .zero,
    headers: HTTPHeaders = [:], jsonEncoding value: some Encodable
  ) throws -> Self {
    stub(
      for: method, statusCode: statusCode, delay: delay, headers: headers,
      json: try HTTPStubBody.json(encoding: value))
  }
}
