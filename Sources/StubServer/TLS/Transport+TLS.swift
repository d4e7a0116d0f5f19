extension Transport {
  /// Begins TLS on a plain connection, with the unread input as its first bytes.
  ///
  /// The certificate is for `name` if the client asks for none.
  ///
  /// - Returns: `false` if there is no memory.
  func startTLS(_ context: TLSContext, name: String?) -> Bool {
    guard let session = try? TLSSession(context, stream: wire, on: loop, name: name) else {
      return false
    }
    if !window.isEmpty {
      wire.input.append(UnsafeRawBufferPointer(rebasing: loop.scratch[window]))
      window = 0..<0
    }
    session.onReady = { [unowned self] in tellInput(.readable) }
    self.session = session
    tellInput(.readable)
    return true
  }
}
