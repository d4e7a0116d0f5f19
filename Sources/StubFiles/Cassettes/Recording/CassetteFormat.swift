/// A format that new cassettes can be written in.
public struct CassetteFormat: Sendable, Hashable {
  let name: String

  private init(_ format: WritableFormat) { name = format.name }

  var writable: WritableFormat? { .named(name) }

  /// The project's own format, in YAML.
  public static let stubber = CassetteFormat(.own)
  /// BeKindRewind's JSON, one object for each request.
  public static let beKindRewind = CassetteFormat(.beKindRewind)
  /// DVR's JSON: a name and a list of interactions.
  public static let dvr = CassetteFormat(.dvr)
  /// HTTP Archive 1.2, which browsers export and read.
  public static let har = CassetteFormat(.har)
  /// Ruby VCR's YAML.
  public static let vcr = CassetteFormat(.vcr)
  /// VCR.py's YAML.
  public static let vcrPy = CassetteFormat(.vcrPy)
  /// Vinyl's JSON.
  public static let vinyl = CassetteFormat(.vinyl)
  /// WireMock's JSON: stub mappings, one for each interaction.
  public static let wireMock = CassetteFormat(.wireMock)
  /// YAHTTPVCR's JSON.
  public static let yahttpvcr = CassetteFormat(.yahttpvcr)
  /// YAHTTPVCR's property list in XML.
  public static let yahttpvcrPropertyList = CassetteFormat(.yahttpvcrPropertyList)
}
