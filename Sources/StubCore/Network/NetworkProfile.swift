/// A line between client and server: how fast it is, how late, and how reliable.
public struct NetworkProfile: Sendable, Hashable {
  /// Moments at which nothing moves.
  public struct Stalls: Sendable, Hashable {
    /// From the beginning of one to the beginning of the next; longer than a stall.
    public var every: Duration
    public var lasting: Duration

    /// - Precondition: `lasting` is 0 or more and less than `every`.
    public init(every: Duration, lasting: Duration) {
      precondition(
        lasting >= .zero && lasting < every,
        "expected stalls of 0 s or more that are shorter than every \(every), found \(lasting)")
      self.every = every
      self.lasting = lasting
    }
  }

  public var name: String
  /// The speed towards the client; `nil` for no limit.
  public var download: HTTPConnectionSpeed?
  /// The speed towards the server; `nil` for no limit.
  public var upload: HTTPConnectionSpeed?
  /// What each response is late by; not negative.
  public var latency: Duration
  /// What a response may be late by in addition, drawn evenly from 0 to this; not negative.
  public var jitter: Duration
  public var stalls: Stalls?
  /// What happens to every response instead of being sent; `nil` when the line works.
  public var outage: HTTPStubFault?

  /// - Precondition: latency and jitter are 0 or more.
  public init(
    name: String, download: HTTPConnectionSpeed? = nil, upload: HTTPConnectionSpeed? = nil,
    latency: Duration = .zero, jitter: Duration = .zero, stalls: Stalls? = nil,
    outage: HTTPStubFault? = nil
  ) {
    precondition(latency >= .zero, "expected a latency of 0 s or more, found \(latency)")
    precondition(jitter >= .zero, "expected a jitter of 0 s or more, found \(jitter)")
    self.name = name
    self.download = download
    self.upload = upload
    self.latency = latency
    self.jitter = jitter
    self.stalls = stalls
    self.outage = outage
  }
}
