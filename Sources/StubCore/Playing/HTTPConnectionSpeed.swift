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

  public static let speed1kbps = HTTPConnectionSpeed(bytesPerSecond: 1_000)
  public static let speedSlow = HTTPConnectionSpeed(bytesPerSecond: 1_500)
  public static let speedGPRS = HTTPConnectionSpeed(bytesPerSecond: 7_000)
  public static let speedEdge = HTTPConnectionSpeed(bytesPerSecond: 16_000)
  public static let speed3G = HTTPConnectionSpeed(bytesPerSecond: 400_000)
  public static let speed3GPlus = HTTPConnectionSpeed(bytesPerSecond: 900_000)
  public static let speedWiFi = HTTPConnectionSpeed(bytesPerSecond: 1_500_000)

  /// The speeds by the names that rule files use, slowest first.
  public static let named: KeyValuePairs<String, HTTPConnectionSpeed> = [
    "1kbps": .speed1kbps, "slow": .speedSlow, "gprs": .speedGPRS, "edge": .speedEdge,
    "3g": .speed3G, "3g+": .speed3GPlus, "wifi": .speedWiFi,
  ]
}
