import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Data, upload and download tasks, each as a delegate, a completion handler and `await` see them.
@Suite struct TaskKindTests {
  static let address = "https://api.example/file?x=1"
  /// Longer than one step of a paced body at 7 000 000 bytes per second.
  static let content = String(repeating: "0123456789", count: 12_000)

  /// Sends the content in several pieces and echoes uploads.
  ///
  /// Kept by the suite: a stubber that is gone answers only until many others are gone too.
  let stubber = HTTPStubber()

  init() {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.headers = ["X-Answer": "42"]
        response.body = Self.content
        response.responseTime = .withSpeed(HTTPConnectionSpeed(bytesPerSecond: 7_000_000))
      }.stub(for: .put) { request, _ in
        let response = HTTPStubResponse()
        response.statusCode = .created
        response.body = "got \(request.bodyText)"
        return response
      })
  }

  @Test("await data(for:) gets status, fields and the whole body")
  func asyncData() async throws {
    let (text, response) = try await stubber.session.answer(
      to: URLRequest(url: try url(Self.address)))
    #expect(text == Self.content)
    #expect(response.statusCode == 200)
    #expect(response.value(forHTTPHeaderField: "x-answer") == "42")
    #expect(response.url?.absoluteString == Self.address)
    #expect(response.expectedContentLength == 120_000)
  }

  @Test("a completion handler gets the whole body of a response in several pieces")
  func completionData() async throws {
    let address = try url(Self.address)
    let (text, status) = await withCheckedContinuation { continuation in
      stubber.session.dataTask(with: address) { data, response, _ in
        continuation.resume(
          returning: (
            String(decoding: data ?? Data(), as: UTF8.self),
            (response as? HTTPURLResponse)?.statusCode
          ))
      }.resume()
    }
    #expect(text == Self.content)
    #expect(status == 200)
  }

  @Test("a delegate gets every piece once and one completion")
  func delegateData() async throws {
    let observer = TaskObserver()
    let task = observer.session(stubber).dataTask(with: try url(Self.address))
    let notes = await observer.run(task)
    #expect(notes.status == 200)
    #expect(notes.chunks.count > 1)
    #expect(notes.body == Self.content)
    #expect(notes.completions.count == 1)
    #expect(notes.errorCode == nil)
    #expect(task.progress.fractionCompleted == 1)
  }

  @Test("a completion handler in a session with a delegate gets the whole body")
  func completionWithDelegate() async throws {
    let session = TaskObserver().session(stubber)
    let address = try url(Self.address)
    let text = await withCheckedContinuation { continuation in
      session.dataTask(with: address) { data, _, _ in
        continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
      }.resume()
    }
    #expect(text == Self.content)
  }

  @Test("the body of an upload from data reaches responders")
  func asyncUpload() async throws {
    let (data, response) = try await stubber.session.upload(
      for: try request(.put, Self.address), from: Data("abc".utf8))
    #expect(String(decoding: data, as: UTF8.self) == "got abc")
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
  }

  @Test("the body of an upload from a file reaches responders")
  func fileUpload() async throws {
    let folder = try TemporaryFolder(["body": "from a file"])
    let file = URL(filePath: folder.file("body"))
    let (data, _) = try await stubber.session.upload(
      for: try request(.put, Self.address), fromFile: file)
    #expect(String(decoding: data, as: UTF8.self) == "got from a file")
  }

  @Test("an upload of no bytes is answered")
  func emptyUpload() async throws {
    let (data, _) = try await stubber.session.upload(
      for: try request(.put, Self.address), from: Data())
    #expect(String(decoding: data, as: UTF8.self) == "got ")
  }

  #if canImport(FoundationNetworking)
  @Test("an upload of a file that does not exist fails, and no stub is asked")
  func missingFile() async throws {
    let file = URL(filePath: try TemporaryFolder().file("missing"))
    let error = await #expect(throws: URLError.self) {
      try await stubber.session.upload(for: try request(.put, Self.address), fromFile: file)
    }
    #expect(error?.code == .fileDoesNotExist)
    #expect(stubber.journal.entries.isEmpty)
  }
  #endif

  @Test("an upload with a completion handler is answered")
  func completionUpload() async throws {
    let upload = try request(.put, Self.address)
    let text = await withCheckedContinuation { continuation in
      stubber.session.uploadTask(with: upload, from: Data("abc".utf8)) { data, _, _ in
        continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
      }.resume()
    }
    #expect(text == "got abc")
  }

  @Test("a delegate gets the progress of an upload, and the response")
  func delegateUpload() async throws {
    let observer = TaskObserver()
    let task = observer.session(stubber).uploadTask(
      with: try request(.put, Self.address), from: Data("abc".utf8))
    let notes = await observer.run(task)
    #expect(notes.errorCode == nil)
    #expect(notes.status == 201)
    #expect(notes.sent == 3)
    #expect(notes.body == "got abc")
  }

  @Test("the body of a streamed upload is asked of the delegate")
  func streamedUpload() async throws {
    let observer = TaskObserver(bodyStream: Data("in a stream".utf8))
    let task = observer.session(stubber).uploadTask(
      withStreamedRequest: try request(.put, Self.address))
    #expect(await observer.run(task).body == "got in a stream")
  }

  @Test("a body stream on the request is read once, for matcher and responder together")
  func bodyStream() async throws {
    stubber.add(
      stub: HTTPStubRequest().match(Where { $0.bodyText == "streamed" })
        .match(Where { $0.body?.count == 8 }).stubEcho())
    var streamed = try request(.post, Self.address)
    streamed.httpBodyStream = InputStream(data: Data("streamed".utf8))
    #expect(try await stubber.session.answer(to: streamed).text == "streamed")
  }

  @Test("await download(from:) gets a file with the body")
  func asyncDownload() async throws {
    let (file, response) = try await stubber.session.download(from: try url(Self.address))
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.content)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(response.url?.absoluteString == Self.address)
  }

  @Test("a download with a completion handler gets a file with the body")
  func completionDownload() async throws {
    let address = try url(Self.address)
    let text = await withCheckedContinuation { continuation in
      stubber.session.downloadTask(with: address) { file, _, _ in
        continuation.resume(
          returning: file.flatMap { try? String(contentsOf: $0, encoding: .utf8) })
      }.resume()
    }
    #expect(text == Self.content)
  }

  @Test("a delegate of a download gets progress, the file, and one completion")
  func delegateDownload() async throws {
    let observer = TaskObserver()
    let task = observer.session(stubber).downloadTask(with: try url(Self.address))
    let notes = await observer.run(task)
    #expect(notes.file == Data(Self.content.utf8))
    #expect(notes.written.last == 120_000)
    #expect(notes.written == notes.written.sorted())
    #expect(notes.completions.count == 1)
  }

  @Test("an empty body and a large one download as they are", arguments: [0, 3_000_000])
  func downloadSizes(size: Int) async throws {
    let stubber = HTTPStubber()
    let body = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    stubber.add(stub: HTTPStubRequest().stub(.body(body)))
    let (file, _) = try await stubber.session.download(from: try url(Self.address))
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Data(contentsOf: file) == body)
  }

  @Test("100 downloads at the same time get a file each")
  func manyDownloads() async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { request, _ -> HTTPStubResponse in
        let response = HTTPStubResponse()
        response.body = request.target.path
        return response
      })
    let session = stubber.session
    let right = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          let (file, _) = try await session.download(from: try url("http://a.example/\(number)"))
          defer { try? FileManager.default.removeItem(at: file) }
          return try String(contentsOf: file, encoding: .utf8) == "/\(number)"
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(right == 100)
  }

  @Test("a download that is cancelled in the middle ends once, as cancelled")
  func cancelledDownload() async throws {
    let clock = VirtualClock()
    let stubber = HTTPStubber(clock: clock)
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .body(Self.content).delayed(by: .seconds(5))))
    let observer = TaskObserver()
    let task = observer.session(stubber).downloadTask(with: try url(Self.address))
    async let notes = observer.run(task)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    task.cancel()
    #expect(await notes.errorCode == .cancelled)
    clock.advance(by: .seconds(5))
    #expect(await notes.completions.count == 1)
    #expect(await notes.file == nil)
  }

  #if canImport(FoundationNetworking)
  @Test("a proxy that swallows the hand-over of a download is named in the error")
  func downloadBehindProxy() async {
    await #expect(processExitsWith: .success) {
      setenv("http_proxy", "http://127.0.0.1:1", 1)
      unsetenv("no_proxy")
      unsetenv("NO_PROXY")
      let stubber = HTTPStubber()
      stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("x")))
      do {
        _ = try await stubber.session.download(from: try url("https://a.example/"))
        fatalError("expected the download to fail")
      } catch let error as URLError {
        try #require(error.code == .cannotCreateFile)
        try #require(error.localizedDescription.contains("no_proxy"))
      }
    }
  }
  #endif

  @Test("a delegate of one task is asked about its redirects")
  func taskDelegate() async throws {
    stubber.add(stub: HTTPStubRequest().at("/a").stub(for: .get, .redirect(to: "/b")))
    let task = stubber.session.dataTask(with: try url("http://a.example/a"))
    let observer = TaskObserver(redirect: { _ in nil })
    task.delegate = observer
    _ = await withCheckedContinuation { continuation in
      stubber.onFinish { _, _, _ in continuation.resume() }
      task.resume()
    }
    #expect(stubber.journal.entries.count == 1)
  }

  @Test("a stubbed error ends every kind of task with its code")
  func errors() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().stub(.failure(.networkConnectionLost)))
    let session = stubber.session
    let get = try request(.get, Self.address)
    #expect(await session.errorCode(for: get) == .networkConnectionLost)
    let data = await #expect(throws: URLError.self) {
      try await session.upload(for: try request(.put, Self.address), from: Data("x".utf8))
    }
    #expect(data?.code == .networkConnectionLost)
    let download = await #expect(throws: URLError.self) { try await session.download(for: get) }
    #expect(download?.code == .networkConnectionLost)
    let observer = TaskObserver()
    let notes = await observer.run(observer.session(stubber).dataTask(with: get))
    #expect(notes.errorCode == .networkConnectionLost)
    #expect(notes.completions.count == 1)
  }
}
