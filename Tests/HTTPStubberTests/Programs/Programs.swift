import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A program as an app or a networking library has it; it fails unless all its requests are answered.
struct Program: Sendable, CustomTestStringConvertible {
  let name: String
  /// Sets up the stubs, then runs the program with sessions made from the configuration.
  let run: @Sendable (HTTPStubber, URLSessionConfiguration) async throws -> Void

  var testDescription: String { name }

  static let all = [
    multipart, resumedDownload, retry, redirect, challenge, stream, cancellation, timeouts, cookies,
    cache,
  ]
}

private let site = "https://api.example"

extension Program {
  static let multipart = Program(name: "upload a multipart form with progress") {
    stubber, configuration in
    let photo = Data(repeating: 7, count: 100_000)
    stubber.add(
      stub: HTTPStubRequest()
        .match(part: "title", body: "A cat").match(part: "photo", filename: "cat.jpg")
        .stub(for: .post, .json(text: #"{"id": 7}"#, statusCode: .created)))
    stubber.network = NetworkProfile(
      name: "uplink", upload: HTTPConnectionSpeed(bytesPerSecond: 1_000_000))
    var body = Data("--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA cat\r\n".utf8)
    body += Data(
      "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"cat.jpg\"\r\n\r\n".utf8)
    body += photo + Data("\r\n--b--\r\n".utf8)
    let progress = Shared<[Int64]>([])
    var hooks = SessionClient.Hooks()
    hooks.progress = { sent, _ in progress.update { $0.append(sent) } }
    let client = SessionClient(configuration, hooks)
    let request = try request(
      .post, "\(site)/photos", headers: ["Content-Type": "multipart/form-data; boundary=b"])
    let answer = await client.send(request, body: body)
    client.invalidate()
    try #require(answer.response?.statusCode == 201)
    try #require(try JSONDecoder().decode([String: Int].self, from: answer.data) == ["id": 7])
    try #require(progress.value.count > 1 && progress.value == progress.value.sorted())
    try #require(progress.value.last == Int64(body.count))
  }

  static let resumedDownload = Program(name: "download, lose the connection, resume") {
    stubber, configuration in
    let file = String((0..<5_000).map { Character(UnicodeScalar(UInt8(65 + $0 % 26))) })
    let broken = HTTPStubResponse()
    broken.headers = [.eTag: "\"1\""]
    broken.body = file
    broken.fail(with: .reset(after: .bytes(2_000)))
    let whole = HTTPStubResponse()
    whole.headers = [.eTag: "\"1\""]
    whole.body = file
    whole.acceptsRanges = true
    stubber.add(stub: HTTPStubRequest().at("/file").stub(for: .get, sequence: [broken, whole]))
    let client = SessionClient(configuration)
    let first = await client.send(try request(.get, "\(site)/file"))
    try #require(first.error?.code == .networkConnectionLost && first.data.count == 2_000)
    let tag = try #require(first.response?.value(forHTTPHeaderField: "ETag"))
    let rest = await client.send(
      try request(.get, "\(site)/file", headers: ["Range": "bytes=2000-", "If-Range": tag]))
    try #require(rest.response?.statusCode == 206)
    try #require(first.text + rest.text == file)
    // Once more by a download task, which moves its file.
    let session = URLSession(configuration: configuration)
    let (place, _) = try await session.download(from: try url("\(site)/file"))
    let target = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.moveItem(at: place, to: target)
    defer { try? FileManager.default.removeItem(at: target) }
    try #require(try Data(contentsOf: target) == Data(file.utf8))
  }

  static let retry = Program(name: "retry with a growing pause") { stubber, configuration in
    let unavailable = HTTPStubResponse()
    unavailable.statusCode = .serviceUnavailable
    let done = HTTPStubResponse()
    done.body = "done"
    stubber.add(
      stub: HTTPStubRequest().at("/job").stub(
        for: .get, sequence: [unavailable, unavailable, done]))
    let pauses = Shared<[Int]>([])
    var hooks = SessionClient.Hooks()
    hooks.adapt = { $0.setValue("Bearer 1", forHTTPHeaderField: "Authorization") }
    hooks.retry = { status, attempts in
      guard status == 503, attempts < 5 else { return false }
      pauses.update { $0.append(1 << attempts) }
      try? await Task.sleep(for: .milliseconds(1 << attempts))
      return true
    }
    let client = SessionClient(configuration, hooks)
    let answer = await client.send(try request(.get, "\(site)/job"))
    try #require(answer.text == "done" && pauses.value == [2, 4])
    try stubber.journal.verify(count: 3, matching: .header("Authorization", "Bearer 1"))
  }

  static let redirect = Program(name: "follow, change and refuse redirects") {
    stubber, configuration in
    stubber.add(stub: HTTPStubRequest().at("/new").stubEcho())
    stubber.add(stub: HTTPStubRequest().at("/old").stub(for: .get, .redirect(to: "\(site)/new")))
    var hooks = SessionClient.Hooks()
    hooks.redirect = { request in
      var request = request
      request.setValue("yes", forHTTPHeaderField: "X-Redirected")
      return request
    }
    let following = await SessionClient(configuration, hooks).send(try request(.get, "\(site)/old"))
    try #require(following.response?.value(forHTTPHeaderField: "X-Redirected") == "yes")
    try #require(following.response?.url?.path == "/new")
    hooks.redirect = { _ in nil }
    let staying = await SessionClient(configuration, hooks).send(try request(.get, "\(site)/old"))
    try #require(staying.response?.statusCode == 302)
  }

  static let challenge = Program(name: "answer a challenge, and renew a token once") {
    stubber, configuration in
    stubber.add(
      stub: HTTPStubRequest().at("/basic").stub { response in
        response.statusCode = .unauthorized
        response.headers = [.wwwAuthenticate: "Basic realm=\"files\""]
      })
    stubber.add(
      stub: HTTPStubRequest().at("/basic").match(header: .authorization, "Basic bWU6cGFzcw==")
        .stub(for: .get, .text("files")))
    var hooks = SessionClient.Hooks()
    hooks.credential = URLCredential(user: "me", password: "pass", persistence: .none)
    let answer = await SessionClient(configuration, hooks).send(try request(.get, "\(site)/basic"))
    try #require(answer.response?.statusCode == 200 && answer.text == "files")
    stubber.add(stub: HTTPStubRequest().at("/me").stub(.status(.unauthorized)))
    stubber.add(
      stub: HTTPStubRequest().at("/me").match(header: .authorization, "Bearer new")
        .stub(for: .get, .text("Ada")))
    stubber.add(stub: HTTPStubRequest().at("/token").stub(for: .post, .text("new")))
    let client = TokenClient(URLSession(configuration: configuration))
    let names = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { try await client.get("\(site)/me") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try #require(names == Array(repeating: "Ada", count: 8))
    try stubber.journal.verify(count: 1, matching: .path("/token"))
  }

  static let stream = Program(name: "read a stream of events line by line") {
    stubber, configuration in
    stubber.add(
      stub: HTTPStubRequest().at("/events").stub(for: .get) { response in
        response.contentType = HTTPContentType(rawValue: "text/event-stream")
        response.chunks = (1...50).map { .event("\($0)", after: .microseconds(100)) }
      })
    let client = SessionClient(configuration)
    var (rest, events) = ("", [String]())
    for try await piece in client.stream(try request(.get, "\(site)/events")) {
      rest += String(decoding: piece, as: UTF8.self)
      while let end = rest.range(of: "\n\n") {
        events.append(String(rest[..<end.lowerBound].dropFirst("data: ".count)))
        rest = String(rest[end.upperBound...])
      }
    }
    try #require(events == (1...50).map(String.init))
  }

  static let cancellation = Program(name: "cancel a search as the next letter is typed") {
    stubber, configuration in
    stubber.add(
      stub: HTTPStubRequest().at("/search/a").stub(
        for: .get, .status(.ok).delayed(by: .seconds(3_600))))
    stubber.add(stub: HTTPStubRequest().at("/search/ab").stub(for: .get, .text("abacus")))
    let client = SessionClient(configuration)
    let slow = try request(.get, "\(site)/search/a")
    let first = Task { await client.send(slow) }
    try await stubber.journal.waitForRequests(matching: .path("/search/a"), timeout: .seconds(300))
    first.cancel()
    try #require(await first.value.error?.code == .cancelled)
    try #require(await client.send(try request(.get, "\(site)/search/ab")).text == "abacus")
  }

  static let timeouts = Program(name: "give up after the times that are set") {
    stubber, configuration in
    stubber.add(
      stub: HTTPStubRequest().at("/slow").stub(for: .get, .status(.ok).delayed(by: .seconds(3_600)))
    )
    configuration.timeoutIntervalForRequest = 0.05
    let session = URLSession(configuration: configuration)
    try #require(await session.errorCode(for: try request(.get, "\(site)/slow")) == .timedOut)
    var patient = try request(.get, "\(site)/slow")
    patient.timeoutInterval = 0.1
    try #require(await session.errorCode(for: patient) == .timedOut)
    configuration.timeoutIntervalForRequest = 60
    configuration.timeoutIntervalForResource = 0.05
    let short = URLSession(configuration: configuration)
    try #require(await short.errorCode(for: try request(.get, "\(site)/slow")) == .timedOut)
    try stubber.journal.verify(count: 3, matching: .path("/slow"))
  }

  static let cookies = Program(name: "log in, stay in and log out by cookies") {
    stubber, configuration in
    stubber.add(stub: HTTPStubRequest().at("/page").stubEcho())
    for (path, cookie) in [
      ("/login", "id=7; Path=/"), ("/logout", "id=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"),
    ] {
      stubber.add(
        stub: HTTPStubRequest().at(path).stub(for: .post) { $0.headers = [.setCookie: cookie] })
    }
    configuration.httpCookieStorage = URLSessionConfiguration.ephemeral.httpCookieStorage
    let session = URLSession(configuration: configuration)
    func cookie() async throws -> String? {
      let (_, response) = try await session.answer(from: "\(site)/page")
      return response.value(forHTTPHeaderField: "Cookie")
    }
    try #require(try await cookie() == nil)
    _ = try await session.answer("POST", "\(site)/login")
    try #require(try await cookie() == "id=7")
    _ = try await session.answer("POST", "\(site)/logout")
    try #require(try await cookie() == nil)
  }

  static let cache = Program(name: "keep what has not changed in a cache") {
    stubber, configuration in
    stubber.add(
      stub: HTTPStubRequest().at("/list").stub(for: .get) { response in
        response.headers = [.eTag: "\"v1\""]
        response.body = "a, b"
      })
    stubber.add(
      stub: HTTPStubRequest().at("/list").match(header: "If-None-Match", "\"v1\"")
        .stub(for: .get, .status(.notModified)))
    let cache = URLCache(memoryCapacity: 1_000_000, diskCapacity: 0, diskPath: nil)
    configuration.urlCache = nil
    let session = URLSession(configuration: configuration)
    let plain = try request(.get, "\(site)/list")
    for _ in 0..<3 {
      var conditional = plain
      let kept = cache.cachedResponse(for: plain)
      let tag = (kept?.response as? HTTPURLResponse)?.value(forHTTPHeaderField: "ETag")
      if let tag { conditional.setValue(tag, forHTTPHeaderField: "If-None-Match") }
      var (data, response) = try await session.data(for: conditional)
      if (response as? HTTPURLResponse)?.statusCode == 304, let kept {
        data = kept.data
      } else {
        cache.storeCachedResponse(CachedURLResponse(response: response, data: data), for: plain)
      }
      try #require(data == Data("a, b".utf8))
    }
    try stubber.journal.verify(count: 2, matching: .header("If-None-Match", "\"v1\""))
  }
}

/// Renews its token when a request is refused, once for all requests that wait for it.
private actor TokenClient {
  private let session: URLSession
  private var token = "old"
  private var renewal: Task<String, any Error>?

  init(_ session: URLSession) { self.session = session }

  func get(_ address: String) async throws -> String {
    let used = token
    let (text, response) = try await load(address, with: used)
    guard response.statusCode == 401 else { return text }
    if token == used { token = try await renewed() }
    return try await load(address, with: token).text
  }

  private func load(
    _ address: String, with token: String
  ) async throws -> (text: String, response: HTTPURLResponse) {
    try await session.answer("GET", address, headers: ["Authorization": "Bearer \(token)"])
  }

  private func renewed() async throws -> String {
    if let renewal { return try await renewal.value }
    let task = Task { [session] in
      try await session.answer("POST", "https://api.example/token").text
    }
    renewal = task
    return try await task.value
  }
}
