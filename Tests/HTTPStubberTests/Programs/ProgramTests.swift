import Foundation
import HTTPStubber
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Programs as apps and networking libraries have them, none of which knows of stubs.
@Suite struct ProgramTests {
  @Test("a program whose sessions belong to a stubber is answered", arguments: Program.all)
  func isolated(program: Program) async throws {
    let stubber = HTTPStubber()
    try await program.run(stubber, stubber.configuration)
  }

  #if canImport(FoundationNetworking)
  @Test("programs with sessions of their own are answered by an enabled stubber")
  func enabled() async {
    await #expect(processExitsWith: .success) {
      for program in Program.all {
        let stubber = HTTPStubber()
        stubber.enable()
        try await program.run(stubber, .default)
        stubber.disable()
      }
    }
  }
  #endif
}
