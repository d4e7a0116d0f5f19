import Dispatch
import StubCore
import StubLanguages

/// Reads values of expected types, and collects errors instead of stopping.
///
/// Each function that reads a value returns `nil` after it has reported an error.
///
/// ```swift
/// let rule = reader.mapping(value) { mapping in
///   let status = mapping.optional("status") { reader.integer($0, in: 100...599) }
///   let body = mapping.required("body") { reader.string($0) }
///   return body.map { Rule(status: status ?? 200, body: $0) }
/// }
/// ```
package struct Reader {
  package let findings: DiagnosticCollector

  package init(_ findings: DiagnosticCollector = DiagnosticCollector()) { self.findings = findings }

  /// Adds a finding about a value.
  ///
  /// Its texts are created only if the finding is kept. In a large file, it takes long to find the
  /// nearest name, or the path to a value.
  package func report(
    _ value: Value, _ severity: FileDiagnostic.Severity = .error,
    found: @autoclosure () -> String, expected: @autoclosure () -> String? = nil,
    remedy: @autoclosure () -> Remedy? = nil
  ) {
    findings.add(severity, at: value.position) {
      let found = found()
      return FileDiagnostic(
        severity, at: value.position, pointer: value.pointer, isValue: found == value.summary,
        found: found, expected: expected(), remedy: remedy())
    }
  }

  /// Adds a warning that may recur in a file; warnings with the same text are shown once.
  package func warn(
    _ value: Value, found: String, remedy: @autoclosure () -> Remedy? = nil,
    causesOmission: Bool = false
  ) {
    findings.addOnce(found, at: value.position) { found in
      var finding = FileDiagnostic(
        .warning, at: value.position, pointer: value.pointer, found: found, remedy: remedy())
      finding.causesOmission = causesOmission
      return finding
    }
  }

  /// Adds a finding about a byte of a value's text, such as the byte at which parsing stopped.
  package func report(
    _ value: Value, atByte offset: Int, found: @autoclosure () -> String,
    expected: @autoclosure () -> String? = nil, remedy: @autoclosure () -> Remedy? = nil
  ) {
    findings.add(at: value.position) {
      FileDiagnostic(
        at: value.position(ofByte: offset), pointer: value.pointer, found: found(),
        expected: expected(), remedy: remedy())
    }
  }

  /// Adds a finding about the key of a value.
  package func report(
    keyOf value: Value, _ severity: FileDiagnostic.Severity = .error,
    found: @autoclosure () -> String, expected: @autoclosure () -> String? = nil,
    remedy: @autoclosure () -> Remedy? = nil
  ) {
    let position = value.keyPosition ?? value.position
    findings.add(severity, at: position) {
      FileDiagnostic(
        severity, at: position, pointer: value.pointer, found: found(), expected: expected(),
        remedy: remedy())
    }
  }

  /// Adds a finding about a byte of a value's key, such as the byte at which parsing stopped.
  package func report(
    _ value: Value, atKeyByte offset: Int, found: @autoclosure () -> String,
    expected: @autoclosure () -> String? = nil, remedy: @autoclosure () -> Remedy? = nil
  ) {
    findings.add(at: value.position) {
      FileDiagnostic(
        at: value.position(ofKeyByte: offset), pointer: value.pointer, found: found(),
        expected: expected(), remedy: remedy())
    }
  }

  /// Reports that a value is not of the expected kind, and returns `nil`.
  package func mismatch<Result>(
    _ value: Value, expected: @autoclosure () -> String,
    remedy: @autoclosure () -> Remedy? = nil
  ) -> Result? {
    report(value, found: value.summary, expected: expected(), remedy: remedy())
    return nil
  }

  /// Reads each element of a list; elements with errors are left out.
  package func list<Result>(_ value: Value, _ read: (Value) -> Result?) -> [Result]? {
    guard let elements = value.elements else {
      return mismatch(
        value, expected: "a list", remedy: "use [ … ], or a line with \"- \" for each")
    }
    return elements.compactMap(read)
  }

  /// Reads each element of a list, in parallel if the list is long.
  package func concurrentList<Result: Sendable>(
    _ value: Value, _ read: @Sendable (Reader, Value) -> Result?
  ) -> [Result]? {
    guard let elements = value.elements, elements.count > Self.concurrentCount else {
      return list(value) { read(self, $0) }
    }
    let shares = elements.indices.shares(of: Self.concurrentCount)
    typealias Share = (
      results: [Result], findings: DiagnosticList, files: [String: FileStamp?],
      bodies: [String: FileStamp?]
    )
    // The number of the first share of the list with as many findings as can be kept; later shares
    // only count findings.
    let enough = AtomicInt(.max)
    let results = shares.indices.concurrentMap { number -> Share in
      let kept = number > enough.load() ? DiagnosticList.ofCounts : DiagnosticList()
      let (reader, elements) = (Reader(DiagnosticCollector(kept)), elements.shared)
      let read = shares[number].compactMap { read(reader, elements[$0]) }
      if reader.findings.list.isFull, number < enough.load() { enough.store(number) }
      return (read, reader.findings.list, reader.findings.files, reader.findings.bodyFiles)
    }
    return results.flatMap { share in
      findings.add(share.findings)
      findings.add(files: share.files, bodies: share.bodies)
      return share.results
    }
  }

  /// The number of elements that a thread reads at a time; a list that is not longer is read by one
  /// thread.
  private static let concurrentCount = 256

  /// Reads a list; a single value counts as a list with one element.
  package func oneOrMore<Result>(_ value: Value, _ read: (Value) -> Result?) -> [Result]? {
    if let elements = value.elements { return elements.compactMap(read) }
    return read(value).map { [$0] }
  }

  /// Reads a mapping; keys that `read` has not read are reported.
  package func mapping<Result>(_ value: Value, _ read: (Mapping) -> Result?) -> Result? {
    guard let members = value.members else {
      return mismatch(value, expected: "a mapping")
    }
    let mapping = Mapping(value, members, self)
    let result = read(mapping)
    mapping.reportUnknownKeys()
    return result
  }

  /// Reads each member of a mapping whose keys are data, such as header names.
  package func entries(_ value: Value, _ read: (String, Value) -> Void) {
    _ = mapping(value) { $0.each(read) }
  }
}

extension Range<Int> {
  /// Calls `make` with each number, in parallel, and returns the results in the order of the
  /// numbers.
  ///
  /// - Throws: the error of the first number for which `make` throws one.
  package func concurrentMap<Made: Sendable, Failure>(
    _ make: @Sendable (Int) throws(Failure) -> Made
  ) throws(Failure) -> [Made] {
    let results = Lock([Result<Made, Failure>?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { place in
      let result = Result { () throws(Failure) in try make(lowerBound + place) }
      results.withLock { $0[place] = result }
    }
    var made: [Made] = []
    for result in results.withLock({ $0 }) {
      if let result { made.append(try result.get()) }
    }
    return made
  }

  /// Returns the parts of the range, with `count` numbers each; the last part may be shorter.
  fileprivate func shares(of count: Int) -> [Range<Int>] {
    stride(from: lowerBound, to: upperBound, by: count).map {
      $0..<Swift.min($0 + count, upperBound)
    }
  }
}
