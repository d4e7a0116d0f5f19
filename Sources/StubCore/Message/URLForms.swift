import Synchronization

/// What is made of a URL when it is first asked for, however many stubs ask.
///
/// It follows from the URL, so it is equal to any other and adds nothing to a hash.
final class URLForms: Sendable, Hashable {
  private final class Kept<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let keptQueryItems = AtomicLazyReference<Kept<[QueryItem]>>()
  private let keptCandidateStrings = AtomicLazyReference<Kept<[String]>>()
  private let keptReadablePath = AtomicLazyReference<Kept<String>>()

  func queryItems(_ make: () -> [QueryItem]) -> [QueryItem] {
    (keptQueryItems.load() ?? keptQueryItems.storeIfNil(Kept(make()))).value
  }

  func candidateStrings(_ make: () -> [String]) -> [String] {
    (keptCandidateStrings.load() ?? keptCandidateStrings.storeIfNil(Kept(make()))).value
  }

  func readablePath(_ make: () -> String) -> String {
    (keptReadablePath.load() ?? keptReadablePath.storeIfNil(Kept(make()))).value
  }

  static func == (left: URLForms, right: URLForms) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
