extension TLSFault {
  /// The client's first message is answered with HTTP in clear text, as a wrong port would.
  public static let plainText = TLSFault(
    greeting: .bytes(
      Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)))
}
