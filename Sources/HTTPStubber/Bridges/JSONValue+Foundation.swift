import Foundation
public import StubCore

/// A dictionary of any values is a JSON object, its members sorted by name.
extension [String: Any]: HTTPStubBodyConvertible {
  public var stubBody: HTTPStubBody { .json(ofPlain: self) }
}

/// An array of such dictionaries is a JSON array.
extension [[String: Any]]: HTTPStubBodyConvertible {
  public var stubBody: HTTPStubBody { .json(ofPlain: self) }
}

extension HTTPStubBody {
  /// The JSON of a value; a text that says what is wrong if it has none.
  fileprivate static func json(ofPlain value: Any) -> HTTPStubBody {
    do throws(NoJSON) {
      return .json(try JSONValue(plain: value))
    } catch {
      return .text("a value of type \(error.type) cannot be written as JSON")
    }
  }
}

private struct NoJSON: Error {
  let type: Any.Type
}

extension JSONValue {
  /// The JSON of dictionaries and arrays of any values, of what encoders take, and of the types of
  /// `JSONSerialization`.
  fileprivate init(plain value: Any) throws(NoJSON) {
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
      throw NoJSON(type: type(of: value))
    }
  }
}

private protocol AnyOptional {
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  fileprivate var isNil: Bool { self == nil }
}
