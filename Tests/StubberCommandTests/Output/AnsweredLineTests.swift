import Foundation
import StubLanguages
import Testing

@testable import StubCore
@testable import stubber

@Suite("Lines for requests that stubs answer")
struct AnsweredLineTests {
  private static var stubs: StubSet {
    let set = StubSet()
    set.add(stub: HTTPStubRequest().named("a").match(path: "/a").stub(.status(.ok)))
    return set
  }

  @Test(
    "The URL in a line is the absolute URL, however the request names its host",
    arguments: ["/a", "//h/a", "http://h/a", "https://h:8443/a", "//[::1]/a", "http://[::1]:81/a"],
    ["", "?page=2"])
  func urls(start: String, query: String) {
    let url = ReceivedRequest(.get, start + query).target.absoluteString
    let (set, output) = (Self.stubs, RecordedOutput())
    set.hooks = RequestLog(console: output.console()).hooks
    _ = set.receive(ReceivedRequest(.get, start + query))
    #expect(output.lines == ["200 GET \(url)  a"])
  }

  @Test(
    "A line and a whole response are the same with a hook for ends and without",
    arguments: [false, true], ["", "body"])
  func otherHooks(hasFinished: Bool, body: String) {
    let output = RecordedOutput()
    let set = Self.stubs
    var hooks = RequestLog(console: output.console()).hooks
    let ends = Lock<[ResponseEnding]>([])
    if hasFinished { hooks.finished = { _, _, ending in ends.withLock { $0.append(ending) } } }
    set.hooks = hooks
    for ending in [ResponseEnding.completed, .cancelled] {
      set.receive(ReceivedRequest(.get, "/a", body: Data(body.utf8))).finish(ending)
    }
    #expect(ends.withLock { $0 } == (hasFinished ? [.completed, .cancelled] : []))
    #expect(output.lines.prefix(2) == ["200 GET /a  a", "200 GET /a  a"])
    #expect(output.lines.count == 3)
    #expect(output.lines.last?.hasPrefix("--- GET /a  ") == true)
  }
}
