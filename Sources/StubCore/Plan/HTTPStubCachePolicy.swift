/// The places where an in-process client may cache a response.
public enum HTTPStubCachePolicy: Sendable, Hashable {
  /// In memory and on disk.
  case allowed
  /// In memory only, as long as the process runs.
  case allowedInMemoryOnly
  /// Nowhere, so that each request reaches the stub.
  case notAllowed
}
