import Dispatch
import StubCore
import StubLanguages
import StubPlatform

@testable import StubAdmin

extension FuzzTarget {
  /// Requests to the admin API, and to the stubs that they add; an answer in JSON is JSON.
  ///
  /// Each begins with a line such as `POST /__admin/mappings`, its body follows, then a byte 0x1E.
  static let admin = FuzzTarget("admin") { input in
    let stubs = StubSet(journal: Journal(limits: Journal.Limits()))
    var configuration = Admin.Configuration()
    configuration.folder = "admin"
    let admin = Admin(stubs, configuration: configuration)
    for message in input.bytes.split(separator: 0x1E, maxSplits: 6).prefix(6) {
      let (line, body) = FuzzInput(message).halves
      let words = line.text.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      var request = ReceivedRequest(
        HTTPMethod(rawValue: String(words[0])), "http://127.0.0.1:8080\(words[1])",
        headers: ["Content-Type": "application/json"], body: Data(body.bytes))
      request.isFromListener = true
      if request.target.path.hasPrefix("/__admin") {
        ask(admin, request)
      } else {
        stubs.receive(request).finish(.completed)
      }
    }
    admin.stop()
    try? FileManager.default.removeItem(atPath: configuration.folder)
  }

  private static func ask(_ admin: Admin, _ request: ReceivedRequest) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let answer = await admin.respond(to: request)
      let isJSON = answer.headers[.contentType]?.contains("json") ?? false
      if isJSON, !request.target.path.contains("/files"), case .data(let data) = answer.body {
        let text = String(decoding: data, as: UTF8.self)
        expect((try? JSONValue(parsing: data)) != nil, "\(request.summary): \(text)")
      }
      done.signal()
    }
    done.wait()
  }
}
