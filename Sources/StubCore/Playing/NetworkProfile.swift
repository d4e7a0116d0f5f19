/// A network between client and server: its speeds, latency and reliability.
public struct NetworkProfile: Sendable, Hashable {
  /// The regular pauses in which nothing is sent.
  public struct Stalls: Sendable, Hashable {
    /// The time from the start of a stall to the start of the next one; longer than a stall.
    public var every: Duration
    /// The duration of a stall; less than ``every``.
    public var lasting: Duration

    /// Creates regular stalls.
    ///
    /// - Precondition: `lasting` is 0 or more and less than `every`.
    public init(every: Duration, lasting: Duration) {
      precondition(
        lasting >= .zero && lasting < every,
        "stalls must last 0 s or more, and less than every \(every), not \(lasting)")
      self.every = every
      self.lasting = lasting
    }
  }

  /// The name in listings and logs.
  public var name: String
  /// The speed to the client; `nil` for no limit.
  public var download: HTTPConnectionSpeed?
  /// The speed to the server; `nil` for no limit.
  public var upload: HTTPConnectionSpeed?
  /// The delay of each response; 0 or more.
  public var latency: Duration
  /// The largest additional random delay of a response; 0 or more.
  ///
  /// Delays are evenly distributed from 0 to this value.
  public var jitter: Duration
  /// The regular pauses in which nothing is sent; `nil` for none.
  public var stalls: Stalls?
  /// The fault that every response has while the network is down; `nil` if the network works.
  public var outage: HTTPStubFault?

  /// Creates a network profile.
  ///
  /// - Precondition: latency and jitter are 0 or more.
  public init(
    name: String, download: HTTPConnectionSpeed? = nil, upload: HTTPConnectionSpeed? = nil,
    latency: Duration = .zero, jitter: Duration = .zero, stalls: Stalls? = nil,
    outage: HTTPStubFault? = nil
  ) {
    precondition(latency >= .zero, "latency must be 0 s or more, not \(latency)")
    precondition(jitter >= .zero, "jitter must be 0 s or more, not \(jitter)")
    self.name = name
    self.download = download
    self.upload = upload
    self.latency = latency
    self.jitter = jitter
    self.stalls = stalls
    self.outage = outage
  }
}

extension NetworkProfile {
  /// The profiles with names, slowest first.
  ///
  /// The figures are typical for each kind of network.
  ///
  /// | name | down | up | latency | jitter |
  /// |---|---|---|---|---|
  /// | gprs | 50 kbps | 20 kbps | 500 ms | 100 ms |
  /// | edge | 240 kbps | 200 kbps | 400 ms | 80 ms |
  /// | 3g | 1.6 Mbps | 768 kbps | 150 ms | 40 ms |
  /// | dsl | 2 Mbps | 1 Mbps | 5 ms | 2 ms |
  /// | 4g | 12 Mbps | 6 Mbps | 70 ms | 20 ms |
  /// | wifi | 40 Mbps | 33 Mbps | 2 ms | 1 ms |
  /// | satellite | 15 Mbps | 3 Mbps | 600 ms | 60 ms |
  /// | bad | 1 Mbps | 500 kbps | 500 ms | 400 ms, and 1 s of silence every 10 s |
  /// | lost | nothing arrives | | | |
  package static let named: [NetworkProfile] = [
    .gprs, .edge, .threeG, .dsl, .fourG, .wifi, .satellite, .bad, .lost,
  ]

  /// 50 kbps down and 20 kbps up, with a delay of 500 to 600 ms.
  public static let gprs = line("gprs", kbps: 50, 20, milliseconds: 500, 100)
  /// 240 kbps down and 200 kbps up, with a delay of 400 to 480 ms.
  public static let edge = line("edge", kbps: 240, 200, milliseconds: 400, 80)
  /// 1.6 Mbps down and 768 kbps up, with a delay of 150 to 190 ms.
  public static let threeG = line("3g", kbps: 1_600, 768, milliseconds: 150, 40)
  /// 2 Mbps down and 1 Mbps up, with a delay of 5 to 7 ms.
  public static let dsl = line("dsl", kbps: 2_000, 1_000, milliseconds: 5, 2)
  /// 12 Mbps down and 6 Mbps up, with a delay of 70 to 90 ms.
  public static let fourG = line("4g", kbps: 12_000, 6_000, milliseconds: 70, 20)
  /// 40 Mbps down and 33 Mbps up, with a delay of 2 to 3 ms.
  public static let wifi = line("wifi", kbps: 40_000, 33_000, milliseconds: 2, 1)
  /// 15 Mbps down and 3 Mbps up, with a delay of 600 to 660 ms.
  public static let satellite = line("satellite", kbps: 15_000, 3_000, milliseconds: 600, 60)

  /// A very bad network: slow, with long delays, and a stall of 1 s in every 10 s.
  public static let bad: NetworkProfile = {
    var profile = line("bad", kbps: 1_000, 500, milliseconds: 500, 400)
    profile.stalls = Stalls(every: .seconds(10), lasting: .seconds(1))
    return profile
  }()

  /// All packets are lost: requests are never answered.
  public static let lost = NetworkProfile(name: "lost", outage: .neverAnswer)

  private static func line(
    _ name: String, kbps down: Double, _ up: Double, milliseconds latency: Int, _ jitter: Int
  ) -> NetworkProfile {
    NetworkProfile(
      name: name, download: HTTPConnectionSpeed(bytesPerSecond: down * 125),
      upload: HTTPConnectionSpeed(bytesPerSecond: up * 125), latency: .milliseconds(latency),
      jitter: .milliseconds(jitter))
  }
}

/// A download speed in bytes per second; 1 KB is 1,000 bytes.
public struct HTTPConnectionSpeed: Sendable, Hashable {
  /// The speed in bytes per second; more than 0 and finite.
  public let bytesPerSecond: Double

  /// Creates a speed.
  ///
  /// - Precondition: the speed is more than 0 and finite.
  public init(bytesPerSecond: Double) {
    precondition(
      bytesPerSecond > 0 && bytesPerSecond.isFinite,
      "a speed must be more than 0 bytes per second, not \(bytesPerSecond)")
    self.bytesPerSecond = bytesPerSecond
  }

  /// 1,000 bytes per second: 8 kbit/s; the name is that in RealHTTP.
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

  /// The speeds with the names in rule files, slowest first.
  package static let named: KeyValuePairs<String, HTTPConnectionSpeed> = [
    "1kbps": .speed1kbps, "slow": .speedSlow, "gprs": .speedGPRS, "edge": .speedEdge,
    "3g": .speed3G, "3g+": .speed3GPlus, "wifi": .speedWiFi,
  ]
}
