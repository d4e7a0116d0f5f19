import Foundation
import HTTPStubber
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// example: readme
@Test("A user is greeted by name")
func greeting() async throws {
  let stubber = HTTPStubber()
  stubber.add(
    stub: HTTPStubRequest()
      .match(URI: "https://api.example.com/users/{id}")
      .match(header: .accept, .contains("json"))
      .stub(for: .get, .json(["name": "Ada"]))
      .stub(for: .delete, .status(.noContent)))

  let app = Greeter(session: stubber.session)
  #expect(try await app.greeting(forUser: 42) == "Hello Ada!")
  try stubber.journal.verify(count: 1, matching: .path("/users/42"))
}
// end of example
