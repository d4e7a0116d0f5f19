/// Something that takes bytes from outside, and what has to be true of what it makes of them.
///
/// A new one is a file in `Targets`, a word in ``all`` and its seeds in the script `seeds`.
struct FuzzTarget: Sendable {
  let name: String
  /// Ends the process where something is not true.
  let run: @Sendable (FuzzInput) -> Void

  init(_ name: String, run: @escaping @Sendable (FuzzInput) -> Void) {
    (self.name, self.run) = (name, run)
  }

  static let all: [FuzzTarget] = [
    http1, http2, requests, bodies, fields, rules, cassettes, wireMock, tools, json, jsonPath,
    xpath,
    uriTemplates, templates, glob, regex, dates, admin,
  ]
}

/// The bytes of one run.
struct FuzzInput {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The first line and what is below it, for targets that take two texts.
  var halves: (first: FuzzInput, second: FuzzInput) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    return (FuzzInput(bytes[..<end]), FuzzInput(bytes[end...].dropFirst()))
  }

  /// A number that depends on all bytes, for a choice that is the same in each run.
  var checksum: Int { bytes.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF } }
}

/// Ends the process, which the fuzzer notes as a finding, unless the condition is true.
func expect(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if condition { return }
  fatalError(message(), file: file, line: line)
}
