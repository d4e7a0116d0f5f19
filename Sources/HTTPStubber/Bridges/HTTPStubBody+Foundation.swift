public import Foundation
public import StubCore

// The functions are members of the protocol, so that they can be used wherever a body is accepted,
// as in `body: try .fixture("a.json")`.
extension HTTPStubBodyConvertible where Self == HTTPStubBody {
  /// Returns a body from a resource file of a bundle.
  ///
  /// The file is read for each request, so that changes take effect.
  ///
  /// - Throws: An error if the bundle has no such file.
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

  /// Returns a body from a file in the folder of the calling source file, or below it.
  ///
  /// - Throws: An error if there is no such file.
  public static func fixture(_ path: String, nextTo file: String = #filePath) throws -> HTTPStubBody
  {
    .file(path: try fixturePath(path, nextTo: file))
  }

  /// Returns a body from a file in the documents folder of the user or the app.
  ///
  /// - Throws: An error if there is no such file.
  public static func document(_ path: String) throws -> HTTPStubBody {
    .file(path: try documentPath(path))
  }
}

/// Returns the absolute path of a file in the folder of the calling source file, or below it.
///
/// - Throws: An error if there is no such file.
public func fixturePath(_ path: String, nextTo file: String = #filePath) throws -> String {
  let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
  let found = folder.appendingPathComponent(path).standardizedFileURL.path
  guard FileManager.default.fileExists(atPath: found) else {
    throw MissingResource(
      description: "no such file \(found); the path is relative to the folder of \(file)")
  }
  return found
}

/// Returns the absolute path of a file in the documents folder of the user or the app.
///
/// - Throws: An error if there is no such file.
public func documentPath(_ path: String) throws -> String {
  let folder = try FileManager.default.url(
    for: .documentDirectory, in: .userDomainMask, appropriateFor: nil, create: false)
  let found = folder.appendingPathComponent(path).standardizedFileURL.path
  guard FileManager.default.fileExists(atPath: found) else {
    throw MissingResource(
      description: "no such file \(found); the path is relative to the documents folder")
  }
  return found
}

/// The error for a missing resource, fixture or document.
package struct MissingResource: DescribedError, Sendable, Hashable {
  package let description: String
}

extension HTTPStubResponse {
  /// Returns a response with the JSON of a dictionary or array of any values, as
  /// `JSONSerialization` writes it.
  ///
  /// If the object has no JSON form, the stub answers with an error that says why. The error is
  /// also reported when the stub is added.
  public static func jsonObject(
    _ object: Any, statusCode: HTTPStatusCode = .ok, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    do throws(JSONEncodingFailure) {
      return .json(try JSONValue(plain: object), statusCode: statusCode, headers: headers)
    } catch {
      return .defective(error.description)
    }
  }
}

extension HTTPStubRequest {
  /// Accepts requests whose body is the JSON of a dictionary or array of any values.
  ///
  /// If the object has no JSON form, the stub matches no request, and reports say why.
  @discardableResult
  public func match(
    jsonObject object: any Collection, comparison: JSONComparison = JSONComparison()
  ) -> Self {
    do throws(JSONEncodingFailure) {
      return match(json: try JSONValue(plain: object), comparison: comparison)
    } catch {
      return match(HTTPStubJSONMatcher(problem: error.description))
    }
  }
}

/// Converts a dictionary of any values to a JSON object with members sorted by name.
extension [String: Any]: HTTPStubBodyConvertible {
  public var stubBody: HTTPStubBody { .json(ofPlain: self) }
}

/// Converts an array of dictionaries of any values to a JSON array.
extension [[String: Any]]: HTTPStubBodyConvertible {
  public var stubBody: HTTPStubBody { .json(ofPlain: self) }
}

extension HTTPStubBody {
  /// Returns the JSON of a value; if it has no JSON form, a text with the problem.
  fileprivate static func json(ofPlain value: Any) -> HTTPStubBody {
    do throws(JSONEncodingFailure) {
      return .json(try JSONValue(plain: value))
    } catch {
      return .text(error.description)
    }
  }
}

private struct JSONEncodingFailure: Error {
  let type: Any.Type

  var description: String { "a value of type \(type) cannot be written as JSON" }
}

extension JSONValue {
  /// Creates JSON from a value in Swift code.
  ///
  /// It may be a dictionary or an array of any values, an `Encodable` value, or a value that
  /// `JSONSerialization` accepts.
  fileprivate init(plain value: Any) throws(JSONEncodingFailure) {
    if let object = value as? [String: Any] {
      var members: [(String, JSONValue)] = []
      for (name, value) in object.sorted(by: { $0.key < $1.key }) {
        members.append((name, try JSONValue(plain: value)))
      }
      self = .object(JSONObject(members))
    } else if let array = value as? [Any] {
      var elements: [JSONValue] = []
      for value in array { elements.append(try JSONValue(plain: value)) }
      self = .array(elements)
    } else if let optional = value as? any AnyOptional, optional.isNil || value is NSNull {
      self = .null
    } else if let value = value as? any Encodable, let json = try? JSONValue(encoding: value) {
      self = json
    } else if JSONSerialization.isValidJSONObject([value]),
      let data = try? JSONSerialization.data(withJSONObject: [value]),
      let json = try? JSONValue(parsing: data), let element = json[0]
    {
      self = element
    } else {
      throw JSONEncodingFailure(type: type(of: value))
    }
  }
}

private protocol AnyOptional {
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  fileprivate var isNil: Bool { self == nil }
}
