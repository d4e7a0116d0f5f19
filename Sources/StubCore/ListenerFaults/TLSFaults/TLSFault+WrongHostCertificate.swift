extension TLSFault {
  /// The certificate is for `wrong-host.invalid`, whatever the client asks for.
  public static let wrongHostCertificate = TLSFault(certificate: .wrongHost)
}
