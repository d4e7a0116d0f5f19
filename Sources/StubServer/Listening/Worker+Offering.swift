import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Worker {
  /// How many turns of a line a client on this machine is offered room for: few, so that what is
  /// acknowledged keeps close to the line, as its answers take no time.
  private static let localTurns = 2

  /// What fits into a packet of an ordinary network; that of the loopback is as large as a whole
  /// buffer of a slow line, which then opens in leaps only.
  private static let segmentSize: Int32 = 1_460

  /// Room for clients while no line is slow: the most that the system gives.
  private static let ordinaryInput = Int32.max / 2

  /// The smallest room that is not lost to the system's own bookkeeping.
  private static let leastInput = 3_584

  /// Sizes the room that new connections are offered for request bodies.
  ///
  /// It cannot wait for the connection: a client that has been offered more sends more, of which a
  /// smaller buffer drops some, and the client tries again only 0.2 s later.
  func offerInput() {
    let own = shared.conditions.connectionNetwork.map { [NetworkLink($0)] } ?? []
    let turn = (uploadLinks + own).slot(.upload)
    guard turn != offeredTurn, !isStopping else { return }
    offeredTurn = turn
    for socket in sockets where socket.descriptor >= 0 && socket.port != nil {
      if let turn {
        let isLocal = socket.address.isLocal
        let local = max(Self.leastInput, turn * Self.localTurns)
        Descriptor.set(
          socket.descriptor, SOL_SOCKET, SO_RCVBUF,
          Int32(clamping: isLocal ? local : Connection.inputRoom(slot: turn)))
        if isLocal {
          Descriptor.set(
            socket.descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, Self.segmentSize)
        }
      } else {
        Descriptor.set(socket.descriptor, SOL_SOCKET, SO_RCVBUF, Self.ordinaryInput)
        Descriptor.set(socket.descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, 0)
      }
    }
  }
}
