import StubCore

/// The header fields of a connection's last request, to be known again by their bytes.
///
/// Clients mostly send the same fields with each request: so they are read once.
struct KnownFields: Sendable {
  /// More bytes are not kept, as connections without work have them too.
  static let longest = 4_096

  /// As they were sent, with the empty line behind them; empty for none.
  private var bytes: [UInt8] = []
  private(set) var count = 0
  private(set) var headers = HTTPHeaders()
  private(set) var facts = HeadFacts()

  /// How many bytes they have, if they are what the input goes on with.
  func length(in input: Span<UInt8>, at index: Int) -> Int? {
    !bytes.isEmpty && input.continues(with: bytes, at: index) ? bytes.count : nil
  }

  /// Keeps these instead.
  ///
  /// - Returns: whether they are not too long.
  mutating func keep(
    _ section: Span<UInt8>, count: Int, _ fields: WireFields, _ facts: HeadFacts
  ) -> Bool {
    forget()
    guard section.count <= Self.longest else { return false }
    section.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    (self.count, self.facts) = (count, facts)
    headers = HTTPHeaders(fields.trimmed())
    return true
  }

  mutating func forget() { bytes.removeAll(keepingCapacity: true) }
}
