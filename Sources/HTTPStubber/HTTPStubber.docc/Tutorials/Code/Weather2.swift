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

  func celsius(in city: String, attempts: Int = 3) async throws -> Double {
    guard let url = URL(string: "https://weather.example/reports/\(city)") else {
      throw UnknownCity()
    }
    do {
      let (data, response) = try await session.data(from: url)
      guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw UnknownCity() }
      return try JSONDecoder().decode(Report.self, from: data).celsius
    } catch is URLError where attempts > 1 {
      return try await celsius(in: city, attempts: attempts - 1)
    }
  }
}
