import StubCore
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("Descriptors that are kept free")
struct DescriptorLimitTests {
  @Test(
    "A quarter of them and at most 64 are kept free, half of these for refusals",
    arguments: [
      (1_024, 960, 992), (256, 192, 224), (60, 45, 53), (4, 3, 4), (0, 0, 0),
      (Int.max, Int.max - 64, Int.max - 32),
    ])
  func ceilings(count: Int, ceiling: Int, refusalCeiling: Int) {
    let limit = DescriptorLimit(count)
    #expect(limit.ceiling == ceiling)
    #expect(limit.refusalCeiling == refusalCeiling)
    #expect(limit.admits(Int32(clamping: ceiling - 1)))
    #expect(ceiling > Int(Int32.max) || !limit.admits(Int32(ceiling)))
  }

  @Test("The limit of the process is known, and raising it never lowers it")
  func raising() {
    let before = DescriptorLimit.current
    #expect(before.count > 0)
    for connections in [.min, -1, 0, 1] { DescriptorLimit.raise(toHold: connections) }
    #expect(DescriptorLimit.current.count >= before.count)
  }

  @Test("A file that cannot be opened says why, and what to do")
  func reasons() {
    func text(_ code: Int32) -> String {
      let problem = FileProblem(code: code)
      return "\(problem); \(problem.remedy)"
    }
    #expect(text(ENOENT) == "no such file or folder; check its path")
    #expect(text(EACCES) == "no permission; check its permissions")
    let limit = DescriptorLimit.current.count
    #expect(
      text(EMFILE)
        == "too many open files (the limit is \(limit)); close connections, or raise `ulimit -n`")
  }
}
