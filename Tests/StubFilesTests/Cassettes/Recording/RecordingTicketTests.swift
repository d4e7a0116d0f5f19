import StubCore
import Synchronization
import Testing

@Suite("Recording tickets")
struct RecordingTicketTests {
  @Test("A recording ticket calls what it was given, however often that has been read")
  func readOften() {
    let calls = Atomic(0)
    let ticket = RecordingTicket { _ in }
    ticket.onRecordingEnd = { calls.add(1, ordering: .relaxed) }
    for _ in 0..<200_000 { _ = ticket.onRecordingEnd }
    ticket.onRecordingEnd()
    #expect(calls.load(ordering: .relaxed) == 1)
  }
}
