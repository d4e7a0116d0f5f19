/// What is made of a URL when it is first asked for, however many stubs ask.
///
/// It follows from the URL, so it is equal to any other and adds nothing to a hash.
final class URLForms: Sendable, Hashable {
  /// The forms themselves.
  final class Forms: Sendable {
    let queryItems = Once<[QueryItem]>()
    let candidateStrings = Once<[String]>()
    let readablePath = Once<String>()
    let encodedPath = Once<EncodedText>()
  }

  /// There when one of them is first asked for: most requests ask for none, and would have each to
  /// free.
  private let kept = Once<Forms>()

  var made: Forms { kept.value { Forms() } }

  static func == (left: URLForms, right: URLForms) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
