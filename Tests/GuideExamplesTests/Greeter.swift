import Foundation
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The code under test of the README's examples.
struct Greeter {
  struct User: Decodable {
    let name: String
  }

  let session: URLSession

  func greeting(forUser id: Int) async throws -> String {
    var request = URLRequest(url: try url("https://api.example.com/users/\(id)"))
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let (data, _) = try await session.data(for: request)
    return "Hello \(try JSONDecoder().decode(User.self, from: data).name)!"
  }
}
