import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct QuantityTests {
  @Test(
    "Durations are exact",
    arguments: [
      ("120ms", .milliseconds(120)), ("1.5s", .milliseconds(1500)), ("2m", .seconds(120)),
      ("2 min", .seconds(120)), ("1h", .seconds(3600)), ("250us", .microseconds(250)),
      ("3", .seconds(3)), ("0.1", .milliseconds(100)), ("0", .zero), ("00.10s", .milliseconds(100)),
      (
        "999999999999999h",
        Duration(secondsComponent: 999_999_999_999_999 * 3600, attosecondsComponent: 0)
      ),
    ] as [(String, Duration)])
  func durations(text: String, duration: Duration) {
    #expect(Duration(ruleText: text) == duration)
  }

  @Test(
    "Text that is not a duration is `nil`",
    arguments: [
      "", "s", "-1s", "+1s", "1 d", "1.s", ".5s", "1..5s", "1e3", "1,5s", "ms120", "1s ", " 1s",
      "1  s",
      "1234567890123456s", "١s", "NaN", "1S", "1.5.5",
    ])
  func notDurations(text: String) {
    #expect(Duration(ruleText: text) == nil)
  }

  @Test(
    "Sizes count 1000 bytes to the KB and 1024 to the KiB",
    arguments: [
      ("512", 512), ("0", 0), ("10KB", 10_000), ("10 kb", 10_000), ("1.5MB", 1_500_000),
      ("4KiB", 4096), ("1MiB", 1_048_576), ("2GB", 2_000_000_000), ("1gib", 1_073_741_824),
      ("7b", 7),
      ("999999999999999GB", nil), ("10K", nil), ("-1", nil), ("KB", nil), ("", nil), ("1e3", nil),
    ] as [(String, Int?)])
  func sizes(text: String, count: Int?) {
    #expect(ByteCount(ruleText: text)?.bytes == count)
  }

  @Test(
    "Bits per second are eight to the byte",
    arguments: [
      ("20kbps", "2.5KB"), ("1Mbps", "125KB"), ("12 Mbit/s", "1.5MB"), ("8bps", "1B"),
      ("8.4kbps", "1.05KB"), ("1Gbps", "125MB"), ("4 kbit/s", "500B"), ("20KB", nil), ("kbps", nil),
    ] as [(String, String?)])
  func bits(text: String, bytes: String?) {
    #expect(ByteCount(bitsPerSecond: text)?.ruleText == bytes)
  }
}
