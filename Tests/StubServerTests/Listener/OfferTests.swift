import StubCore
import TestSupport
import Testing

@testable import StubServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

#if os(Linux)
private let isLinux = true
#else
private let isLinux = false
#endif

@Suite struct OfferTests {
  /// The most that the server takes in one packet, as it has told a client.
  private func segmentSize(_ listener: Listener) throws -> Int {
    #if canImport(Glibc)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(listener.port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    try #require(result == 0)
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    try #require(getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, &value, &size) == 0)
    return Int(value)
  }

  @Test(
    "Connections of this machine begin with small packets where a line is slow, and only there",
    .enabled(if: isLinux, "only Linux has packets of 64 KB on the loopback"))
  func segments() async throws {
    let slow = NetworkProfile(name: "slow", upload: HTTPConnectionSpeed(bytesPerSecond: 400_000))
    try await withListener(handler: describing) { listener in
      try #expect(segmentSize(listener) > 1_460)
      listener.network = slow
      try #expect(segmentSize(listener) <= 1_460)
      listener.network = nil
      try #expect(segmentSize(listener) > 1_460)
      listener.connectionNetwork = slow
      try #expect(segmentSize(listener) <= 1_460)
      listener.connectionFault = .refuse
      listener.connectionFault = nil
      try #expect(segmentSize(listener) <= 1_460)
    }
  }

  @Test(
    "A line that the stubs get or lose holds for the next connection",
    .enabled(if: isLinux, "only Linux has packets of 64 KB on the loopback"))
  func stubs() throws {
    let slow = NetworkProfile(name: "slow", upload: HTTPConnectionSpeed(bytesPerSecond: 400_000))
    let stubs = StubSet()
    let listener = try Listener(stubs: stubs, port: 0, configuration: .forTests)
    try listener.start()
    defer { listener.stop() }
    stubs.network = slow
    try #expect(segmentSize(listener) <= 1_460)
    stubs.network = nil
    try #expect(segmentSize(listener) > 1_460)
    stubs.replaceAll(stubs: [], ignoreRules: [], unhandledMode: .optout, network: slow)
    try #expect(segmentSize(listener) <= 1_460)
  }

  @Test(
    "Loopback addresses are of this machine alone",
    arguments: [
      (ListenAddress.tcp(host: "127.0.0.1", port: 1), true), (.tcp(host: "::1", port: 1), true),
      (.tls(host: "localhost", port: 1), true), (.unix(path: "/tmp/a"), true),
      (.tcp(host: "0.0.0.0", port: 1), false), (.tcp(host: "::", port: 1), false),
      (.tcp(host: "192.0.2.1", port: 1), false),
    ])
  func addresses(_ address: ListenAddress, _ isLocal: Bool) {
    #expect(address.isLocal == isLocal)
  }
}
