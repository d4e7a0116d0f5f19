import Foundation
import TestSupport
import Testing

@testable import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct ChallengeTests {
  let stubber = HTTPStubber()
  let address = "http://one.example:8080/secret"

  init() {
    stubber.add(
      stub: HTTPStubRequest().stub { response in
        response.statusCode = .unauthorized
        response.headers = [.wwwAuthenticate: "Basic realm=\"the vault\", charset=\"UTF-8\""]
        response.body = "who are you?"
      })
    stubber.add(
      stub: HTTPStubRequest().match(Where { $0.headers[.authorization] == "Basic bWU6cGFzcw==" })
        .stub(for: .get, .text("welcome")))
  }

  private static let credential = URLCredential(
    user: "me", password: "pass", persistence: .none)

  @Test("a 401 with a challenge completes for await, with its body")
  func asyncCompletes() async throws {
    let (text, response) = try await stubber.session.answer(to: try request(.get, address))
    #expect(text == "who are you?")
    #expect(response.statusCode == 401)
    #expect(response.url?.path == "/secret")
    #expect(response.value(forHTTPHeaderField: "WWW-Authenticate") != nil)
  }

  @Test("a 401 with a challenge completes for a completion handler")
  func completionCompletes() async throws {
    let address = try url(address)
    let status = await withCheckedContinuation { continuation in
      stubber.session.dataTask(with: address) { _, response, _ in
        continuation.resume(returning: (response as? HTTPURLResponse)?.statusCode)
      }.resume()
    }
    #expect(status == 401)
  }

  @Test("a 401 with a challenge completes for a delegate that leaves it to the default")
  func delegateCompletes() async throws {
    let observer = TaskObserver()
    let task = observer.session(stubber).dataTask(with: try url(address))
    let notes = await observer.run(task)
    #expect(notes.status == 401)
    #expect(notes.body == "who are you?")
    #expect(notes.challenges == ["the vault"])
    #expect(notes.completions.count == 1)
  }

  @Test("a 401 with a challenge completes without credential storage")
  func noStorage() async throws {
    let configuration = stubber.configuration
    configuration.urlCredentialStorage = nil
    let session = URLSession(configuration: configuration)
    #expect(try await session.answer(to: try request(.get, address)).response.statusCode == 401)
  }

  @Test("a 401 download and upload complete")
  func otherTasks() async throws {
    let (file, response) = try await stubber.session.download(from: try url(address))
    defer { try? FileManager.default.removeItem(at: file) }
    #expect((response as? HTTPURLResponse)?.statusCode == 401)
    let (_, second) = try await stubber.session.upload(
      for: try request(.put, address), from: Data("x".utf8))
    #expect((second as? HTTPURLResponse)?.statusCode == 401)
  }

  @Test("the delegate's credential is tried, and the stubs are asked again with it")
  func credential() async throws {
    let observer = TaskObserver(answer: { _ in (.useCredential, Self.credential) })
    let notes = await observer.run(observer.session(stubber).dataTask(with: try url(address)))
    #expect(notes.status == 200)
    #expect(notes.body == "welcome")
    #expect(notes.challenges == ["the vault"])
    #expect(stubber.journal.entries.count == 2)
  }

  @Test("a refused credential brings the challenge back with the number of failures")
  func refused() async throws {
    let observer = TaskObserver(answer: { challenge in
      guard challenge.previousFailureCount < 2 else { return (.rejectProtectionSpace, nil) }
      return (
        .useCredential, URLCredential(user: "you", password: "guess", persistence: .none)
      )
    })
    let notes = await observer.run(observer.session(stubber).dataTask(with: try url(address)))
    #expect(notes.status == 401)
    #expect(notes.failureCounts == [0, 1, 2])
  }

  @Test("a delegate that cancels the challenge cancels the task")
  func cancelled() async throws {
    let observer = TaskObserver(answer: { _ in (.cancelAuthenticationChallenge, nil) })
    let notes = await observer.run(observer.session(stubber).dataTask(with: try url(address)))
    #expect(notes.errorCode == .cancelled)
    #expect(notes.completions.count == 1)
  }

  @Test("a delegate that insists on a wrong credential gets the 401 in the end")
  func insisting() async throws {
    let observer = TaskObserver(answer: { _ in
      (.useCredential, URLCredential(user: "you", password: "guess", persistence: .none))
    })
    let notes = await observer.run(observer.session(stubber).dataTask(with: try url(address)))
    #expect(notes.status == 401)
    #expect(notes.challenges.count == 20)
  }

  @Test("a default credential in the session's storage is used without asking anybody")
  func stored() async throws {
    let configuration = stubber.configuration
    let storage = URLCredentialStorage()
    let space = URLProtectionSpace(
      host: "one.example", port: 8080, protocol: "http", realm: "the vault",
      authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    storage.setDefaultCredential(
      URLCredential(user: "me", password: "pass", persistence: .forSession), for: space)
    configuration.urlCredentialStorage = storage
    let session = URLSession(configuration: configuration)
    #expect(try await session.answer(to: try request(.get, address)).text == "welcome")
  }

  @Test(
    "scheme and realm are read from the field",
    arguments: [
      (#"Basic realm="a b""#, "Basic a b"), ("basic REALM=plain", "Basic plain"), ("Basic", nil),
      ("Basic realm", nil), (#"Digest realm="x", nonce="1""#, "Digest x"),
      (#"Bearer realm="x""#, nil), (#"Bearer realm="x", Basic realm="y""#, "Basic y"),
      (#"Digest realm="x", nonce="1=,", Basic realm="y""#, "Basic y"),
      (#"Basic, Digest realm="x""#, "Digest x"),
      (#"Basic realm="a \"q\" b\\""#, #"Basic a "q" b\"#),
      (#"Negotiate abc==, Basic charset="UTF-8" , realm = "z""#, "Basic z"),
      (#"Newauth realm="Basic realm=\"no\"", title="x""#, nil),
      (#"Basic realm="open"#, "Basic open"),
      (#"realm="none", Basic realm="", Basic realm="y""#, "Basic "),
    ])
  func parsing(field: String, expected: String?) throws {
    let head = ResponseHead(status: .unauthorized, headers: [.wwwAuthenticate: field])
    let space = Challenge(head, from: try url(address))?.space
    let isBasic = space?.authenticationMethod == NSURLAuthenticationMethodHTTPBasic
    #expect(space.map { "\(isBasic ? "Basic" : "Digest") \($0.realm ?? "")" } == expected)
  }

  @Test("a credential answers the challenge for Basic among several, in one field or in more")
  func severalChallenges() async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().stub { response in
        response.statusCode = .unauthorized
        response.headers = [
          .wwwAuthenticate: #"Bearer realm="x", Digest realm="d", nonce="1""#,
          .wwwAuthenticate: #"Basic realm="the \"vault\"""#,
        ]
      })
    stubber.add(
      stub: HTTPStubRequest().match(Where { $0.headers[.authorization] == "Basic bWU6cGFzcw==" })
        .stub(for: .get, .text("welcome")))
    let observer = TaskObserver(answer: { _ in (.useCredential, Self.credential) })
    let notes = await observer.run(observer.session(stubber).dataTask(with: try url(address)))
    #expect(notes.body == "welcome")
    #expect(notes.challenges == [#"the "vault""#])
  }

  @Test(
    "a 401 completes whatever its challenge looks like",
    arguments: ["Basic", "Digest realm=\"x\"", "Bearer", "Negotiate abc", ""])
  func oddChallenges(field: String) async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().stub(
        for: .get, .status(.unauthorized, headers: [.wwwAuthenticate: field])))
    let (_, response) = try await stubber.session.answer(to: try request(.get, address))
    #expect(response.statusCode == 401)
  }
}
