extension TLSFault {
  /// The certificate was valid until yesterday; otherwise it is as it should be.
  ///
  /// It is minted by the local authority, as with every fault of certificates, even where the
  /// configuration names files.
  public static let expiredCertificate = TLSFault(certificate: .expired)
}
