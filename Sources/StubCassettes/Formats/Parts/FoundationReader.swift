import StubCore
import StubDocuments
import StubPlatform

extension RecordingReader {
  /// The reader of Foundation's objects.
  var foundation: FoundationReader { FoundationReader(reader: self) }
}

/// A reader of Foundation's objects that are described by the names of their properties, as in
/// BeKindRewind and JSZVCR.
struct FoundationReader {
  let reader: RecordingReader

  /// Reads the properties of an `NSURLRequest`.
  func request(_ value: Value) -> RecordedRequest? {
    reader.message(value, .request) { value in
      let method =
        value.hasValue("HTTPMethod") ? reader.optional(value, "HTTPMethod", reader.method) : .get
      let url = reader.required(value, "URL", read: reader.url)
      let headers = reader.optional(value, "allHTTPHeaderFields", reader.headers)
      let body = reader.optional(value, "HTTPBody") { reader.bodies.propertyListData($0) }
      guard let method, let url else { return nil }
      return RecordedRequest(reading: method, url, headers: headers, body: body)
    }
  }

  /// Reads the properties of an `NSHTTPURLResponse`; the body is stored elsewhere.
  func response(_ value: Value) -> RecordedResponse? {
    reader.message(value, .response) { value in
      let url = reader.required(value, "URL", read: reader.url)
      // Only an HTTP response has a status.
      let status =
        value.hasValue("statusCode")
        ? reader.optional(value, "statusCode", reader.statusCode) : .ok
      let headers = reader.optional(value, "allHeaderFields", reader.headers)
      guard let url, let status else { return nil }
      return RecordedResponse(status, headers: headers ?? HTTPHeaders(), url: url)
    }
  }

  /// Reads an error of Apple's systems, which has a `domain`, a `code` and details below `key`.
  ///
  /// The description is one of the details.
  func error(_ value: Value, describedIn key: String) -> RecordedFailure? {
    let domain = reader.required(value, "domain") { reader.values.text($0) }
    let code = reader.required(value, "code") { reader.values.integer($0) }
    guard let domain, let code else { return nil }
    var details = value[key]?.json
    let message = details?[FoundationError.description]?.string
    if var members = details?.object {
      if message != nil { members[FoundationError.description] = nil }
      details = members.isEmpty ? .none : .some(.object(members))
    }
    return RecordedFailure(domain: domain, code: code, message: message, details: details)
  }
}

enum FoundationError {
  /// The key of an error's description in its `userInfo`.
  static let description = "NSLocalizedDescription"
}

/// The keys of Foundation's objects that do not affect playback.
enum FoundationKeys {
  static let idle: Set<String> = [
    "HTTPShouldHandleCookies", "HTTPShouldUsePipelining", "MIMEType", "allowsCellularAccess",
    "expectedContentLength", "suggestedFileName", "textEncodingName", "timeoutInterval", "userInfo",
  ]
}

extension RecordedRequest {
  /// Returns this request as the original of the one that was sent; `nil` if both have the same
  /// method and URL.
  func asOriginal(of sent: RecordedRequest) -> RecordedRequest? {
    method == sent.method && url == sent.url ? nil : self
  }
}

/// The losses of formats that store the details of an error as a mapping in a property list.
extension Loss {
  static let unkeyedErrorDetails = Loss(
    "error details that are not a mapping", of: \.failure,
    change: { failure in
      guard var members = failure?.details?.object else {
        failure?.details = nil
        return
      }
      members[FoundationError.description] = nil
      failure?.details = members.isEmpty ? .none : .some(.object(members))
    })

  static let nullErrorDetails = Loss(
    "null in error details", of: \.failure,
    change: { failure in
      let details = failure?.details
      failure?.details = details.flatMap { PropertyListTree.holdable($0) }
    })
}

extension RecordedFailure {
  /// The members of the error's `userInfo`, which are its description and its details.
  var userInfo: JSONObject {
    var info = JSONObject()
    if let message { info[FoundationError.description] = .string(message) }
    for member in details?.object?.members ?? [] { info[member.name] = member.value }
    return info
  }
}
