#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension RecordingFilter {
  /// Changes each response before it is recorded; `nil` drops it with its request.
  ///
  /// Tracks that ended in an error without any response are recorded as they are.
  public static func response(
    _ change: @escaping @Sendable (RecordedResponse, RecordedRequest) -> RecordedResponse?
  ) -> Self {
    Self(change: { track in
      var track = track
      switch track.outcome {
      case .response(let response):
        guard let response = change(response, track.request) else { return nil }
        track.outcome = .response(response)
      case .failure(let failure, let response?):
        guard let response = change(response, track.request) else { return nil }
        track.outcome = .failure(failure, after: response)
      case .failure(_, nil): break
      }
      return track
    })
  }

  /// Changes the body of each response; `Content-Length` follows.
  public static func responseBody(_ change: @escaping @Sendable (Data) -> Data) -> Self {
    response { response, _ in
      var response = response
      response.body = SecretWalk.body(
        Array(change(response.body)), instead: response.body, &response.headers)
      return response
    }
  }
}
