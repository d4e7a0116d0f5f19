/// A stand-in for another library with types of the same names, declared as Alamofire does.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  public static let get = HTTPMethod(rawValue: "GET")
  public static let post = HTTPMethod(rawValue: "POST")

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  public let dictionary: [String: String]

  public init(_ dictionary: [String: String]) { self.dictionary = dictionary }

  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements) { $1 })
  }
}

/// What the library would send.
public func request(
  _ url: String, method: HTTPMethod = .get, headers: HTTPHeaders? = nil
) -> String {
  let fields = (headers?.dictionary ?? [:]).map { "\($0.key): \($0.value)" }.sorted()
  return "\(method.rawValue) \(url) \(fields.joined(separator: ", "))"
}
