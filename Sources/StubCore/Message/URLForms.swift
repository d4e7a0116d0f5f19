/// What is made of a URL when it is first asked for, however many stubs ask.
///
/// It follows from the URL, so it is equal to any other and adds nothing to a hash.
final class URLForms: Sendable, Hashable {
  let queryItems = Once<[QueryItem]>()
  let candidateStrings = Once<[String]>()
  let readablePath = Once<String>()
  let encodedPath = Once<EncodedText>()

  static func == (left: URLForms, right: URLForms) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
