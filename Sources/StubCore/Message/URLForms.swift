/// What is made of a URL when it is first asked for, however many stubs ask.
///
/// It follows from the URL, so it is equal to any other and adds nothing to a hash.
final class URLForms: Sendable, Hashable {
  final class Made: Sendable {
    let queryItems = Once<[QueryItem]>()
    let candidateStrings = Once<[String]>()
    let readablePath = Once<String>()
    let encodedPath = Once<EncodedText>()
  }

  /// One thing to be rid of, as many requests need none of them.
  private let kept = Once<Made>()

  var made: Made { kept.value { Made() } }

  static func == (left: URLForms, right: URLForms) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
