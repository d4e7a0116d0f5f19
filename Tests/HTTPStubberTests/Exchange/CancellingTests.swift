import Foundation
import StubCore
import TestSupport
import Testing

@testable import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tasks that are cancelled while they are answered, 10,000 in all; each ends once.
@Suite(.serialized) struct CancellingTests {
  private typealias End<Content> = @Sendable (Content?, URLResponse?, (any Error)?) -> Void

  private static let outstanding = 64

  /// Answers `/0` at once and the others after so many tenths of a millisecond.
  private let stubber = HTTPStubber(
    stubs: StubSet(journal: Journal(limits: Journal.Limits(count: 10, bytes: 10_000))))

  init() {
    for delay in 0..<4 {
      stubber.add(
        stub: HTTPStubRequest().at("/\(delay)").stub(
          .text("hello").delayed(by: .microseconds(100 * delay))))
    }
  }

  @Test("data tasks with completion handlers")
  func data() async throws {
    try await cancel(2_000) { stubber.session.dataTask(with: $0, completionHandler: $1) }
  }

  @Test("data tasks that are suspended before")
  func suspended() async throws {
    try await cancel(1_000) { address, end in
      let task = stubber.session.dataTask(with: address, completionHandler: end)
      later { task.suspend() }
      return task
    }
  }

  @Test("upload tasks")
  func upload() async throws {
    try await cancel(1_500) { address, end in
      stubber.session.uploadTask(
        with: Self.put(address), from: Data("abc".utf8), completionHandler: end)
    }
  }

  @Test("download tasks")
  func download() async throws {
    try await cancel(1_000) { stubber.session.downloadTask(with: $0, completionHandler: $1) }
  }

  @Test("data, upload and download tasks with a delegate")
  func delegates() async throws {
    let ends = EndObserver()
    let session = URLSession(
      configuration: stubber.configuration, delegate: ends, delegateQueue: nil)
    let numbers = AtomicInt(0)
    try await cancel(1_500) { (address, end: @escaping End<Data>) in
      let task: URLSessionTask =
        switch numbers.add(1) % 3 {
        case 0: session.dataTask(with: address)
        case 1: session.uploadTask(with: Self.put(address), from: Data("abc".utf8))
        default: session.downloadTask(with: address)
        }
      ends.expect(task) { end(nil, nil, $0) }
      return task
    }
    session.finishTasksAndInvalidate()
  }

  /// These are not answered: on Linux `Task.cancel()` and the end of a data task that is awaited
  /// may wait for each other for good, with any server.
  @Test("tasks of async functions, which have no answer yet")
  func asynchronous() async throws {
    let session = stubber.session
    stubber.add(
      stub: HTTPStubRequest().at("/slow").stub(.text("late").delayed(by: .seconds(3_600))))
    let address = try url("http://one.example/slow")
    let cancelled = AtomicInt(0)
    _ = try await inLanes(2_000) { _ in
      let task = Task { try await session.data(from: address) }
      later { task.cancel() }
      if case .failure(URLError.cancelled) = await task.result {
        cancelled.add(1)
      }
    }
    #expect(cancelled.load() == 2_000)
  }

  #if canImport(FoundationNetworking)
  @Test("tasks that are answered at once, because their queue was not found")
  func atOnce() async throws {
    AtOnceProtocol.endpoint.update { $0 = stubber.endpoint }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [AtOnceProtocol.self]
    let session = URLSession(configuration: configuration)
    try await cancel(1_000) { session.dataTask(with: $0, completionHandler: $1) }
  }
  #endif

  /// Starts so many tasks, cancels each soon after, and waits for all of them to end.
  private func cancel<Content>(
    _ count: Int, _ make: @escaping @Sendable (URL, @escaping End<Content>) -> URLSessionTask
  ) async throws {
    let calls = AtomicInt(0)
    let ended = try await inLanes(count) { address in
      await withCheckedContinuation { continuation in
        let task = make(address) { _, _, _ in
          calls.add(1)
          continuation.resume()
        }
        task.resume()
        later { task.cancel() }
      }
    }
    #expect(ended == count)
    #expect(calls.load() == count)
  }

  /// Runs so much work, 64 pieces at a time; gives how much has been done.
  private func inLanes(
    _ count: Int, _ work: @escaping @Sendable (URL) async -> Void
  ) async throws -> Int {
    let addresses = try (0..<4).map { try url("http://one.example/\($0)") }
    return await withTaskGroup(of: Int.self) { group in
      for lane in 0..<Self.outstanding {
        group.addTask {
          var done = 0
          for number in stride(from: lane, to: count, by: Self.outstanding) {
            await work(addresses[number / Self.outstanding % addresses.count])
            done += 1
          }
          return done
        }
      }
      return await group.reduce(0, +)
    }
  }

  private static func put(_ address: URL) -> URLRequest {
    var request = URLRequest(url: address)
    request.httpMethod = "PUT"
    return request
  }
}

/// Runs the work at a random moment within the next 1.5 ms, about when an answer is complete.
private func later(_ work: @escaping @Sendable () -> Void) {
  DispatchQueue.global().asyncAfter(
    deadline: .now() + .microseconds(.random(in: 0...1_500)), execute: work)
}

/// A session delegate that tells the end of each task.
private final class EndObserver: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  private let ends = Lock<[Int: @Sendable ((any Error)?) -> Void]>([:])

  func expect(_ task: URLSessionTask, _ end: @escaping @Sendable ((any Error)?) -> Void) {
    ends.withLock { $0[task.taskIdentifier] = end }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    ends.withLock { $0.removeValue(forKey: task.taskIdentifier) }?(error)
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {}
}
