extension RequestURL {
  /// The target of a request off the wire, whose parts are known to be in their usual form.
  ///
  /// The scheme and the host are in lower case, the port is not the scheme's own, and the path is
  /// not empty. `ownPort` is the port of the listener.
  package init(
    canonicalScheme scheme: String?, canonicalHost host: String?, port: Int?, path: String,
    query: String?, ownPort: Int? = nil
  ) {
    self.scheme = scheme
    self.host = host
    self.port = port
    isPortOwn = port != nil && port == ownPort
    self.path = path
    isPathReadable = !path.has("%")
    self.query = query
    fragment = nil
    userInfo = nil
  }
}
