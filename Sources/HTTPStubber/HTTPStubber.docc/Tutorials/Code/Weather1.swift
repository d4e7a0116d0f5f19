import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Weather {
  struct UnknownCity: Error {}

  private struct Report: Decodable {
    let celsius: Double
  }

  let session: URLSession

  func celsius(in city: String) async throws -> Double {
    guard let url = URL(string: "https://weather.example/reports/\(city)") else {
      throw UnknownCity()
    }
    let (data, response) = try await session.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw UnknownCity() }
    return try JSONDecoder().decode(Report.self, from: data).celsius
  }
}
