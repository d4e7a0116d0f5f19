/// What a server shows of itself: its certificate, those up to its root, and its key.
struct TLSIdentity: Sendable {
  var certificate: Certificate
  var intermediates: [Certificate] = []
  var key: PrivateKey
}
