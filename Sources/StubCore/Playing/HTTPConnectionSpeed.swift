/// A download speed in bytes per second; 1 KB is 1,000 bytes.
public struct HTTPConnectionSpeed: Sendable, Hashable {
  /// More than 0 and finite.
  public let bytesPerSecond: Double

  /// - Precondition: the speed is more than 0 and finite.
  public init(bytesPerSecond: Double) {
    precondition(
      bytesPerSecond > 0 && bytesPerSecond.isFinite,
      "a speed must be more than 0 bytes per second, not \(bytesPerSecond)")
    self.bytesPerSecond = bytesPerSecond
  }

  /// 1,000 bytes per second: 8 kbit/s, in spite of the name, which RealHTTP gave it.
  public static let speed1kbps = HTTPConnectionSpeed(bytesPerSecond: 1_000)
  /// 1,500 bytes per second: 12 kbit/s.
  public static let speedSlow = HTTPConnectionSpeed(bytesPerSecond: 1_500)
  /// 7,000 bytes per second: 56 kbit/s.
  public static let speedGPRS = HTTPConnectionSpeed(bytesPerSecond: 7_000)
  /// 16,000 bytes per second: 128 kbit/s.
  public static let speedEdge = HTTPConnectionSpeed(bytesPerSecond: 16_000)
  /// 400,000 bytes per second: 3.2 Mbit/s.
  public static let speed3G = HTTPConnectionSpeed(bytesPerSecond: 400_000)
  /// 900,000 bytes per second: 7.2 Mbit/s.
  public static let speed3GPlus = HTTPConnectionSpeed(bytesPerSecond: 900_000)
  /// 1,500,000 bytes per second: 12 Mbit/s.
  public static let speedWiFi = HTTPConnectionSpeed(bytesPerSecond: 1_500_000)

  /// The speeds by the names that rule files use, slowest first.
  public static let named: KeyValuePairs<String, HTTPConnectionSpeed> = [
    "1kbps": .speed1kbps, "slow": .speedSlow, "gprs": .speedGPRS, "edge": .speedEdge,
    "3g": .speed3G, "3g+": .speed3GPlus, "wifi": .speedWiFi,
  ]
}
