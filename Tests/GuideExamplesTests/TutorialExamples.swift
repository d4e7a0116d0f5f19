import Foundation
import StubTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The steps of the tutorials, in the order of their files. A step that declares again what an earlier one
// has declared stands in a type of its own.

// example: tutorial Weather1
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
// end of example

enum FirstStubTutorial {
  enum Step1 {
    // example: tutorial FirstStub1
    @Suite struct WeatherTests {
      @Test("Without a stub, the request fails")
      func noStub() async throws {
        let stubber = HTTPStubber()
        let weather = Weather(session: stubber.session)
        await #expect(throws: (any Error).self) { try await weather.celsius(in: "Oslo") }
      }
    }
    // end of example
  }

  enum Step2 {
    // example: tutorial FirstStub2
    @Suite struct WeatherTests {
      @Test("The temperature of a city is read")
      func celsius() async throws {
        let stubber = HTTPStubber()
        stubber.add(
          stub: HTTPStubRequest()
            .match(URL: "https://weather.example/reports/Oslo")
            .stub(for: .get, .json(["celsius": 4.5])))
        let weather = Weather(session: stubber.session)
        #expect(try await weather.celsius(in: "Oslo") == 4.5)
      }
    }
    // end of example
  }

  enum Step3 {
    // example: tutorial FirstStub3
    @Suite struct WeatherTests {
      @Test("The temperature of a city is read")
      func celsius() async throws {
        let stubber = HTTPStubber()
        stubber.add(
          stub: HTTPStubRequest()
            .match(URI: "https://weather.example/reports/{city}")
            .stub(for: .get, .status(.notFound)))
        stubber.add(
          stub: HTTPStubRequest()
            .match(URL: "https://weather.example/reports/Oslo")
            .stub(for: .get, .json(["celsius": 4.5])))
        let weather = Weather(session: stubber.session)
        #expect(try await weather.celsius(in: "Oslo") == 4.5)
        await #expect(throws: Weather.UnknownCity.self) {
          try await weather.celsius(in: "Atlantis")
        }
      }
    }
    // end of example
  }

  enum Step4 {
    // example: tutorial FirstStub4
    @Suite struct WeatherTests {
      @Test("The temperature of a city is read")
      func celsius() async throws {
        let stubber = HTTPStubber()
        stubber.add(
          stub: HTTPStubRequest()
            .match(URI: "https://weather.example/reports/{city}")
            .stub(for: .get, .status(.notFound)))
        stubber.add(
          stub: HTTPStubRequest()
            .match(URL: "https://weather.example/reports/Oslo")
            .stub(for: .get, .json(["celsius": 4.5])))
        let weather = Weather(session: stubber.session)
        #expect(try await weather.celsius(in: "Oslo") == 4.5)
        await #expect(throws: Weather.UnknownCity.self) {
          try await weather.celsius(in: "Atlantis")
        }
        try stubber.journal.verify(count: 1, matching: .path("/reports/Oslo"))
        try stubber.journal.verifyOrder(.path("/reports/Oslo"), .path("/reports/Atlantis"))
      }
    }
    // end of example
  }
}

enum SlowNetworkTutorial {
  enum Step1 {
    // example: tutorial SlowNetwork1
    @Suite struct SlowWeatherTests {
      @Test("A late response is still read")
      func late() async throws {
        let clock = VirtualClock()
        let stubber = HTTPStubber(clock: clock)
        stubber.add(
          stub: HTTPStubRequest()
            .stub(for: .get, .json(["celsius": 4.5]).delayed(by: 30)))

        let weather = Weather(session: stubber.session)
        async let celsius = weather.celsius(in: "Oslo")
        try await stubber.journal.waitForRequests()
        clock.advance(by: .seconds(30))
        #expect(try await celsius == 4.5)
      }
    }
    // end of example
  }

  enum Step2 {
    // example: tutorial SlowNetwork2
    @Suite struct SlowWeatherTests {
      @Test("A response that never comes is an error after a minute")
      func timeout() async throws {
        let clock = VirtualClock()
        let stubber = HTTPStubber(clock: clock)
        stubber.add(stub: HTTPStubRequest().stub { $0.fail(with: .neverAnswer) })

        let weather = Weather(session: stubber.session)
        let celsius = Task { try await weather.celsius(in: "Oslo") }
        try await stubber.journal.waitForRequests()
        clock.advance(by: .seconds(60))
        let error = await #expect(throws: URLError.self) { try await celsius.value }
        #expect(error?.code == .timedOut)
      }
    }
    // end of example
  }

  enum Step3 {
    // example: tutorial SlowNetwork3
    @Suite struct SlowWeatherTests {
      @Test("An old phone in the countryside gets the report")
      func edge() async throws {
        let clock = VirtualClock()
        let stubber = HTTPStubber(clock: clock)
        stubber.network = .edge
        stubber.add(stub: HTTPStubRequest().stub(for: .get, .json(["celsius": 4.5])))

        let weather = Weather(session: stubber.session)
        async let celsius = weather.celsius(in: "Oslo")
        try await stubber.journal.waitForRequests()
        clock.advance(by: .seconds(1))
        #expect(try await celsius == 4.5)
      }
    }
    // end of example
  }

  enum Step4 {
    // example: tutorial Weather2
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
    // end of example

    // example: tutorial SlowNetwork4
    @Suite struct BrokenWeatherTests {
      @Test("A lost connection is tried again, three times in all", arguments: [2, 3])
      func retry(losses: Int) async throws {
        let stubber = HTTPStubber()
        stubber.add(
          stub: HTTPStubRequest().stub(for: .get) { response in
            response.body = #"{"celsius": 4.5}"#
            response.fail(with: .reset(after: .percent(50)), first: losses)
          })

        let celsius = try? await Weather(session: stubber.session).celsius(in: "Oslo")
        #expect(celsius == (losses < 3 ? 4.5 : nil))
        try stubber.journal.verify(count: 3)
      }
    }
    // end of example
  }
}

enum CassetteTutorial {
  enum Step1 {
    // example: tutorial Cassette1
    @Suite struct RecordedWeatherTests {
      @Test("The temperature of a city is read", .cassette("oslo"))
      func celsius() async throws {
        let weather = Weather(session: HTTPStubber.current.session)
        #expect(try await weather.celsius(in: "Oslo") == 4.5)
      }
    }
    // end of example
  }

  enum Step2 {
    // example: tutorial Cassette2
    @Suite struct RecordedWeatherTests {
      @Test(
        "The temperature of a city is read",
        .cassette("oslo", matching: [.method, .path], failing: [.unused, .unmatched]))
      func celsius() async throws {
        let weather = Weather(session: HTTPStubber.current.session)
        #expect(try await weather.celsius(in: "Oslo") == 4.5)
      }
    }
    // end of example
  }

  enum Step3 {
    // example: tutorial Cassette3
    @Suite(.cassette("oslo", matching: [.method, .path], failing: [.unused, .unmatched]))
    struct RecordedWeatherTests {
      @Test("The temperature of a city is read")
      func celsius() async throws {
        let weather = Weather(session: HTTPStubber.current.session)
        #expect(try await weather.celsius(in: "Oslo") == 4.5)
      }

      @Test(
        "A city that has sunk is unknown",
        .stubs { HTTPStubRequest().match(path: "/reports/Atlantis").stub(.status(.notFound)) })
      func unknownCity() async throws {
        let weather = Weather(session: HTTPStubber.current.session)
        await #expect(throws: Weather.UnknownCity.self) {
          try await weather.celsius(in: "Atlantis")
        }
      }
    }
    // end of example
  }

  enum Step4 {
    // example: tutorial Cassette4
    @Suite(
      .cassette(
        "oslo", matching: [.method, .path], failing: [.unused, .unmatched],
        options: CassetteOptions(
          recording: RecordingConfiguration(filters: [.headers("Set-Cookie", "X-Station")]))))
    struct RecordedWeatherTests {
      @Test("The temperature of a city is read")
      func celsius() async throws {
        let weather = Weather(session: HTTPStubber.current.session)
        #expect(try await weather.celsius(in: "Oslo") == 4.5)
      }
    }
    // end of example
  }
}
