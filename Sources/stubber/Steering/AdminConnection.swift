import StubCore
import StubPlatform
import StubServer

/// Sends requests to the admin API of a running server.
struct AdminConnection: Sendable {
  let address: AdminAddress
  let upstream: Upstream
  /// The name of the session to control; `nil` for the server.
  private let session: String?

  /// Creates a connection to the API at the address.
  ///
  /// - Throws: an error if the authority file is invalid or system resources are used up.
  init(_ address: AdminAddress, session: String? = nil) throws {
    self.session = session
    var configuration = try UpstreamConfiguration(url: address.url)
    configuration.socket = address.socket
    configuration.authorityFile = address.authorityFile
    configuration.verifiesCertificate = !address.isInsecure
    self.address = address
    upstream = try Upstream(configuration)
  }

  /// Returns a request to the API; `path` follows the path of the API.
  func request(
    _ method: HTTPMethod, _ path: String, _ body: Data? = nil, type: HTTPContentType = .json
  ) -> ReceivedRequest {
    var headers: HTTPHeaders = [.accept: HTTPContentType.json.rawValue]
    if body != nil { headers[.contentType] = type.rawValue }
    headers[StubSessions.Configuration().field] = session
    if let token = address.token { headers[.authorization] = "Bearer \(token)" }
    return ReceivedRequest(method, address.url + path, headers: headers, body: body)
  }

  /// Sends a request and returns the JSON of the response; `null` if the response has no body.
  ///
  /// - Throws: `AdminRefused` if the API refuses the request; `AdminUnreachable` if no API answers.
  @discardableResult
  func send(
    _ method: HTTPMethod, _ path: String, _ body: Data? = nil, type: HTTPContentType = .json
  ) throws -> JSONValue {
    let interaction = upstream.loadAndWait(request(method, path, body, type: type))
    guard let response = interaction?.response, interaction?.failure == nil else {
      let failure = interaction?.failure
      let code = failure.map { NetworkErrorCode(rawValue: $0.code) }
      throw AdminUnreachable(
        address, failure?.message, isUntrusted: code == .serverCertificateUntrusted)
    }
    let json = try? JSONValue(parsing: response.body)
    guard response.status.rawValue < 400 else {
      throw AdminRefused(response.status, json?["errors"]?.array ?? [], address)
    }
    if let json { return json }
    guard response.body.isEmpty else { throw AdminUnreachable(address, "it answers no JSON") }
    return .null
  }

  /// Returns a list of requests in the journal.
  ///
  /// - Throws: `AdminRefused` also if the server keeps no requests, because an empty list would
  ///   mislead.
  func journaled(_ path: String) throws -> [JSONValue] {
    let list = try send(.get, path)
    guard list["requestJournalDisabled"] != true else {
      throw AdminRefused(
        "the server keeps no requests; change its options --no-journal, --journal-requests or "
          + "--journal-bytes")
    }
    return list["requests"]?.array ?? []
  }
}

/// The error if no server, or no admin API, answers at an address.
struct AdminUnreachable: Error, CustomStringConvertible {
  let description: String

  init(_ address: AdminAddress, _ reason: String?, isUntrusted: Bool = false) {
    let detail = reason.map { ": \($0)" } ?? ""
    description =
      isUntrusted
      ? "the certificate of \(address.shown) cannot be trusted\(detail); name its CA with --cacert, "
        + "or use --insecure"
      : "no stub server answers at \(address.shown)\(detail); check that it runs, or use --url"
  }
}

/// The reasons why a server refuses a request, or why the request cannot be sent.
struct AdminRefused: Error {
  /// One reason, with its place in the sent text if it concerns one.
  struct Problem: Hashable {
    let line: Int?
    let column: Int?
    let message: String
  }

  /// The reasons; there is at least one.
  let problems: [Problem]

  init(_ message: String) {
    self.init(problems: [Problem(line: nil, column: nil, message: message)])
  }

  init(_ status: HTTPStatusCode, _ errors: [JSONValue], _ address: AdminAddress) {
    if status == .unauthorized {
      let hasToken = address.token != nil
      self.init("the server \(hasToken ? "has another" : "asks for a") token; use --token")
    } else if errors.isEmpty {
      self.init("\(address.shown) answers \(status); check --url")
    } else {
      self.init(problems: errors.map(Problem.init))
    }
  }

  private init(problems: [Problem]) { self.problems = problems }
}

extension AdminRefused.Problem {
  /// Reads the reasons from an error that the API has returned.
  fileprivate init(_ error: JSONValue) {
    let source = error["source"]
    line = source?["line"]?.number?.integer
    column = source?["column"]?.number?.integer
    let (title, detail) = (error["title"]?.string, error["detail"]?.string)
    // The detail of an error with a line includes the title.
    message =
      line == nil
      ? [title, detail].compactMap(\.self).joined(separator: "; ") : detail ?? title ?? ""
  }

  /// Returns the reason with its place in a file, such as `FILE:3:5: error: …`.
  func text(in file: String) -> String {
    guard let line else { return "\(file): error: \(message)" }
    return "\(file):\(line)\(column.map { ":\($0)" } ?? ""): error: \(message)"
  }
}
