package import StubCore

extension Interaction {
  /// The interaction as a client sees it that has everything below this path of the recorded server.
  ///
  /// The path is taken away from the URL and from what points into the site, as a listener does that
  /// forwards to a URL with a path. An interaction with another path stays as it is.
  package func seen(below path: String) -> Interaction {
    let url = RequestURL(request.url)
    let site = RequestURL(scheme: url.scheme, host: url.host, port: url.port, path: path)
    let references = MovedReferences(from: site, to: url)
    guard let moved = references.reference(request.url) else { return self }
    var interaction = self
    interaction.request.url = moved
    if let headers = response?.headers {
      interaction.response?.headers = references.applied(to: headers)
    }
    return interaction
  }
}
