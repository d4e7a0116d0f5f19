extension String {
  /// Compares this text with a secret in constant time, so that the duration does not reveal where
  /// they differ.
  ///
  /// An empty secret equals no text, because it would protect nothing.
  package func isSameSecret(as secret: String) -> Bool {
    if secret.isEmpty { return false }
    let (sent, secret) = (Array(utf8), Array(secret.utf8))
    var difference = UInt8(sent.count == secret.count ? 0 : 1)
    for place in secret.indices {
      difference |= secret[place] ^ (place < sent.count ? sent[place] : ~secret[place])
    }
    return difference == 0
  }
}
