import StubCore

/// What a recording leaves out, hides or changes.
///
/// A filter of your own is a static member of an extension:
///
/// ```swift
/// extension RecordingFilter {
///   static var withoutDates: Self {
///     .response { response, _ in
///       var response = response
///       response.headers.remove("Date")
///       return response
///     }
///   }
/// }
/// ```
public struct RecordingFilter: Sendable {
  /// Whether a request is recorded at all; others are treated as if nothing were recorded.
  let admits: @Sendable (ReceivedRequest) -> Bool
  /// The names whose values are hidden behind placeholders, which match anything on replay.
  let names: SecretNames
  /// The track as it is to be recorded; `nil` to drop it.
  let change: @Sendable (Cassette.Track) -> Cassette.Track?

  init(
    admits: @escaping @Sendable (ReceivedRequest) -> Bool = { _ in true },
    names: SecretNames = .none,
    change: @escaping @Sendable (Cassette.Track) -> Cassette.Track? = { $0 }
  ) {
    self.admits = admits
    self.names = names
    self.change = change
  }
}
