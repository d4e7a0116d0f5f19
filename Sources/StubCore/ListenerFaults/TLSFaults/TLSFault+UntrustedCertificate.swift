extension TLSFault {
  /// The certificate is for the right server, but signed by itself instead of the authority.
  public static let untrustedCertificate = TLSFault(certificate: .selfSigned)
}
