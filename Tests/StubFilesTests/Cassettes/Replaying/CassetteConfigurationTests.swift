import StubCore
import StubFiles
import Testing

@Suite("Layers of configuration", .serialized) struct CassetteConfigurationTests {
  @Test("The inner layer wins, its unset options come from the outer one, and neither is changed")
  func merging() {
    var outer = CassetteConfiguration(matching: [.path], ending: .fail, playback: .chronological)
    outer.ignoredHeaders = ["X-A"]
    outer.matchers["a"] = .parts([.path])
    outer.matchers["b"] = .parts([.path])
    var inner = CassetteConfiguration(matching: [.host], answersAnyHost: true)
    inner.ignoredQueryParameters = ["q"]
    inner.matchers["b"] = .parts([.host])
    let merged = inner.merged(over: outer)
    #expect(merged.matching == [.host])
    #expect(merged.answersAnyHost == true)
    #expect(merged.ending == .fail)
    #expect(merged.playback == .chronological)
    #expect(merged.ignoredHeaders == ["X-A"])
    #expect(merged.ignoredQueryParameters == ["q"])
    #expect(merged.ignoredBodyKeys == nil)
    #expect(merged.keepsRecordedOrder == nil)
    #expect(merged.matchers.keys.sorted() == ["a", "b"])
    guard case .parts([.host]) = merged.matchers["b"] else {
      Issue.record("the outer layer won: \(String(describing: merged.matchers["b"]))")
      return
    }
    #expect(outer.matching == [.path])
    #expect(inner.ending == nil)
  }

  @Test("The defaults say something about everything")
  func defaults() {
    let resolved = CassetteConfiguration().merged(over: .defaults)
    #expect(resolved.matching == [.method, .url])
    #expect(resolved.ending == .repeatLast)
    #expect(resolved.playback == .immediate)
    #expect(resolved.keepsRecordedOrder == false)
    #expect(resolved.answersAnyHost == false)
    #expect(resolved.playsEachOnce == false)
    #expect(resolved.ignoredQueryParameters == [])
    #expect(resolved.ignoredBodyKeys == [])
    #expect(resolved.ignoredHeaders == [])
  }

  @Test("The shared layer can be set again and again, and lies below those of cassettes")
  func shared() {
    // Only a name that no other test uses, as the layer is the whole process's.
    let name = "shared layer of this test"
    CassetteConfiguration.configureShared { $0.matchers[name] = .parts([.path]) }
    CassetteConfiguration.configureShared { $0.matchers["\(name), too"] = .parts([.host]) }
    defer {
      CassetteConfiguration.configureShared {
        $0.matchers[name] = nil
        $0.matchers["\(name), too"] = nil
      }
    }
    #expect(CassetteConfiguration.shared.matchers.count == 2)
    let set = StubSet()
    let inserted = set.insert(
      .numbered(.get("http://t.test/a")),
      configuration: CassetteConfiguration(matching: [.custom(name)]))
    #expect(set.replies(.post("http://other.test/a", "")) == ["0"])
    #expect(inserted.configuration.matchers["\(name), too"] != nil)
    #expect(inserted.configuration.playback == .immediate)
  }
}
