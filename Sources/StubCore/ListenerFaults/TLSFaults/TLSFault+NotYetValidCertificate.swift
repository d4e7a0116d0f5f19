extension TLSFault {
  /// The certificate will be valid from tomorrow on; otherwise it is as it should be.
  public static let notYetValidCertificate = TLSFault(certificate: .notYetValid)
}
