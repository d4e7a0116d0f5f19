import StubCore
import Testing

@Suite("Recording tickets")
struct RecordingTicketTests {
  @Test("A recording ticket calls what it was given, however often that has been read")
  func readOften() {
    let calls = AtomicInt(0)
    let ticket = RecordingTicket { _ in }
    ticket.onRecordingEnd = { calls.add(1) }
    for _ in 0..<200_000 { _ = ticket.onRecordingEnd }
    ticket.onRecordingEnd()
    #expect(calls.load() == 1)
  }
}
