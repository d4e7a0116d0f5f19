import Foundation
import StubCore
import Testing

@testable import HTTPStubber

@Suite struct PlaybackTests {
  private func playback(
    _ plan: ResponsePlan, idle: Duration = .seconds(60), deadline: Duration = .seconds(1_000)
  ) -> Playback {
    Playback(plan, from: .seconds(10), idle: idle, deadline: deadline)
  }

  private let plan = ResponsePlan(
    head: ResponseHead(), body: .data(Data("ab".utf8)),
    timing: ResponseTiming(beforeHead: .seconds(3), body: .over(.seconds(4))))

  @Test("each step waits for its time, counted from the start of the plan")
  func waiting() {
    var playback = playback(plan)
    #expect(playback.next(at: .seconds(10)) == .wait(until: .seconds(13)))
    #expect(playback.next(at: .seconds(12)) == .wait(until: .seconds(13)))
    #expect(playback.next(at: .seconds(13)) == .perform(.head(ResponseHead())))
    #expect(playback.next(at: .seconds(13)) == .wait(until: .seconds(15)))
    #expect(playback.next(at: .seconds(15)) == .perform(.bytes(0..<1)))
    #expect(playback.next(at: .seconds(100)) == .perform(.bytes(1..<2)))
    #expect(playback.next(at: .seconds(100)) == .perform(.finish))
    #expect(playback.next(at: .seconds(100)) == nil)
  }

  @Test("a pause as long as the idle limit is waited for, a longer one times out at the limit")
  func idling() {
    var patient = playback(plan, idle: .seconds(3))
    #expect(patient.next(at: .seconds(10)) == .wait(until: .seconds(13)))
    #expect(patient.next(at: .seconds(13)) == .perform(.head(ResponseHead())))
    var impatient = playback(plan, idle: .seconds(2))
    #expect(impatient.next(at: .seconds(10)) == .wait(until: .seconds(12)))
    #expect(impatient.next(at: .seconds(12)) == .timeOut)
  }

  @Test("each step starts the idle time anew; the deadline stands")
  func deadline() {
    var playback = playback(plan, idle: .seconds(3), deadline: .seconds(16))
    #expect(playback.next(at: .seconds(13)) == .perform(.head(ResponseHead())))
    #expect(playback.next(at: .seconds(15)) == .perform(.bytes(0..<1)))
    #expect(playback.next(at: .seconds(15)) == .wait(until: .seconds(16)))
    #expect(playback.next(at: .seconds(16)) == .timeOut)
  }
}
