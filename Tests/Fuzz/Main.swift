import StubLanguages

/// Feeds one of the targets with inputs that libFuzzer makes of a corpus.
///
///     fuzz TARGET [OPTIONS OF LIBFUZZER] CORPUS
@main
enum Fuzz {
  private static let target = FuzzTarget.all.first {
    $0.name == CommandLine.arguments.dropFirst().first
  }

  static func main() {
    guard target != nil else {
      print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
      return
    }
    // The target's name takes the place of the program's.
    var count = CommandLine.argc - 1
    var arguments = CommandLine.unsafeArgv + 1
    _ = runFuzzer(&count, &arguments) { bytes, count in
      Fuzz.target?.run(FuzzInput(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }
}

/// The loop of libFuzzer, in its variant without a `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
