/// A format that new cassettes can be written in.
public struct CassetteFormat: Sendable, Hashable {
  let name: String

  private init(_ format: WritableFormat) { name = format.name }

  var writable: WritableFormat? { .named(name) }

  /// The project's own format, in YAML.
  public static let stubber = CassetteFormat(.own)
  public static let beKindRewind = CassetteFormat(.beKindRewind)
  public static let dvr = CassetteFormat(.dvr)
  public static let har = CassetteFormat(.har)
  public static let vcr = CassetteFormat(.vcr)
  public static let vcrPy = CassetteFormat(.vcrPy)
  public static let vinyl = CassetteFormat(.vinyl)
  public static let wireMock = CassetteFormat(.wireMock)
  public static let yahttpvcr = CassetteFormat(.yahttpvcr)
  public static let yahttpvcrPropertyList = CassetteFormat(.yahttpvcrPropertyList)
}
