/// That a library of the system could not be loaded.
package struct MissingLibrary: Error, Sendable, Hashable, CustomStringConvertible {
  /// The library and what it is for.
  package let expected: String
  /// Why it could not be loaded, in the system's words.
  package let found: String
  package let remedy: String

  /// `nil` when there is no problem.
  ///
  /// - Parameters:
  ///   - expected: The library and what it is for.
  ///   - problem: Why it could not be loaded, in the system's words.
  ///   - package: What Debian calls the package that has it.
  package init?(_ expected: String, problem: UnsafePointer<CChar>?, package: String) {
    guard let problem else { return nil }
    self.expected = expected
    found = String(cString: problem)
    remedy = "install it, such as by `apt-get install \(package)`"
  }

  package var description: String { "expected \(expected), found: \(found); \(remedy)" }
}
