import StubCore

extension ValueReader {
  /// Whether there is a library to read XML with; reports what to install when there is none.
  mutating func canReadXML() -> Bool {
    do throws(MissingLibrary) {
      try XMLLibrary.load()
      return true
    } catch {
      report(found: error.found, expected: error.expected, remedy: error.remedy)
      return false
    }
  }
}
