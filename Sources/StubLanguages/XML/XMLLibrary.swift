import CLibXML2

enum XMLLibrary {
  /// Prepares libxml2 for use from several threads, once; to be read before each use of it.
  static let prepare: Void = xmlInitParser()
}
