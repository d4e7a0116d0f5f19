import CLibXML2

/// The functions of libxml2, to be called when `XMLLibrary.load` has succeeded.
var libXML: StubXML { @inline(__always) get { StubXMLFunctions().pointee } }

/// Whether libxml2, which Linux loads when it is first used, is there.
package enum XMLLibrary {
  /// Loads it, unless it is loaded, and prepares it for use from several threads; to be called
  /// before anything of it is used.
  ///
  /// - Throws: `MissingLibrary` when the system cannot find it, or not all that is needed of it.
  package static func load() throws(MissingLibrary) { try isReady.get() }

  private static let isReady = Result { () throws(MissingLibrary) in
    try check(StubXMLLoad())
    libXML.xmlInitParser()
  }

  static func check(_ problem: UnsafePointer<CChar>?) throws(MissingLibrary) {
    if let missing = MissingLibrary(
      "libxml2, which XML is read with", problem: problem, package: STUB_XML_PACKAGE)
    {
      throw missing
    }
  }
}
