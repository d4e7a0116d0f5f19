#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What a connection shows of a failure that has a name in the URL loading system.
extension StubFailure {
  /// How the connection ends: what a client takes for a failure of this kind.
  ///
  /// A timeout is an answer that never comes; a bad or empty answer is an orderly end without the
  /// rest; everything else, such as a lost connection, is a reset. What goes wrong before there is
  /// a connection, such as an unknown host, cannot be shown on one and is a reset, too.
  package var wireEnding: FaultEnding {
    switch self {
    case .network(.timedOut): .stall
    case .network(.badServerResponse), .network(.zeroByteResource),
      .network(.cannotParseResponse):
      .close
    case .network, .error: .reset
    }
  }

  /// What goes out in place of a response; `nil` for nothing.
  package var wireBytes: Data? {
    if case .network(.cannotParseResponse) = self { HTTPStubFault.garbageBytes } else { nil }
  }
}
