import COpenSSL

/// The SHA-256 of bytes (FIPS 180-4).
package func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] {
  let bytes = Array(bytes)
  var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
  var count: UInt32 = 0
  guard EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil) == 1 else { return [] }
  return Array(digest.prefix(Int(count)))
}
