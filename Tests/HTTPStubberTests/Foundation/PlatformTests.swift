#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubCore
import TestSupport
import Testing

@testable import HTTPStubber

/// What is read from Foundation by reflection is there; when this fails, Foundation has changed.
@Suite struct PlatformTests {
  @Test("queue, session and body of every kind of task are found")
  func reflection() throws {
    let session = URLSession(configuration: .ephemeral)
    #expect(session.workQueueByReflection != nil)
    let address = try url("http://127.0.0.1/")
    let put = try request(.put, "http://127.0.0.1/")
    let folder = try TemporaryFolder(["body": "file"])
    let file = URL(filePath: folder.file("body"))
    let tasks: [(URLSessionTask, String?)] = [
      (session.dataTask(with: address), nil),
      (session.dataTask(with: try request(.put, "http://127.0.0.1/", body: "data")), "data"),
      (session.downloadTask(with: address), nil),
      (session.uploadTask(with: put, from: Data("upload".utf8)), "upload"),
      (session.uploadTask(with: put, fromFile: file), "file"),
      (session.uploadTask(withStreamedRequest: put), nil),
    ]
    for (task, body) in tasks {
      #expect(task.sessionByReflection === session)
      #expect(task.bodyByReflection?.text == body)
    }
    for (task, _) in tasks { task.cancel() }
  }

  @Test("the body of a stream on a request is found")
  func stream() throws {
    var streamed = try request(.put, "http://127.0.0.1/")
    streamed.httpBodyStream = InputStream(data: Data("stream".utf8))
    let task = URLSession(configuration: .ephemeral).dataTask(with: streamed)
    #expect(task.bodyByReflection?.text == "stream")
    task.cancel()
  }

  @Test(
    "an upload tells the delegate that an asynchronous function was given of its progress",
    .timeLimit(.minutes(5)))
  func uploadProgress() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().stub(for: .put, .status(.ok)))
    let (own, ofSession) = (TaskObserver(), TaskObserver())
    let put = try request(.put, "http://a.example")
    for session in [stubber.session, ofSession.session(stubber)] {
      _ = try await session.upload(for: put, from: Data(count: 1_000), delegate: own)
    }
    await own.waitUntil { $0.sent == 2_000 }
    #expect(own.current.progress == [1_000, 1_000])
    #expect(ofSession.current.sent == 0)
  }

  @Test("without the queue the answer is given whole and at once, with one warning")
  func atOnce() async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.body = "at once"
        response.responseTime = .withSpeed(.speed1kbps)
        response.delay = .seconds(3_600)
      }.stub(for: .put, .failure(.networkConnectionLost)))
    let warnings = Shared<[String]>([])
    stubber.onWarning { text in warnings.update { $0.append(text) } }
    AtOnceProtocol.endpoint.update { $0 = stubber.endpoint }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [AtOnceProtocol.self]
    let session = URLSession(configuration: configuration)
    for _ in 0..<2 { #expect(try await session.text(from: "http://a.example") == "at once") }
    let put = try request(.put, "http://a.example")
    #expect(await session.errorCode(for: put) == .networkConnectionLost)
    #expect(warnings.value.count == 1)
    #expect(stubber.journal.entries.map(\.ending).first == .completed)
  }
}

/// A protocol class that behaves as if the queue could not be found.
final class AtOnceProtocol: URLProtocol {
  static let endpoint = Shared<Endpoint?>(nil)

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func stopLoading() {}

  override func startLoading() {
    guard !isOver, let endpoint = Self.endpoint.value else { return }
    ImmediateResponse.answer(self, PlatformClient(self), from: endpoint)
  }
}
#endif
