import Foundation
import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The examples of RealHTTP's stubber guide as they are printed there, each in a function that
// gives it the names it takes from around it. They warn where the guide's own style does (a `var`
// that never changes, a `try` that a literal does not need); this target allows that.
enum RealHTTPExamples {
  static func enable() {
    HTTPStubber.shared.enable() // enable the stubber
  }

  static func disable() {
    HTTPStubber.shared.disable()
  }

  static func stubARequest(jsonData: Data, internalError: any Error) throws {
    var stub = try HTTPStubRequest()
               .match(urlRegex: "http://www.google.com/+") // stub any url for google domain
               .stub(for: .post, delay: 5, json: jsonData) // stub the post with json data and delay
               .stub(for: .put, error: internalError) // stub error for put

    // Add to the stubber
    HTTPStubber.shared.add(stub: stub)
  }

  static func builder(fileSize: Int, fileContent: Data) -> HTTPStubRequest {
    var stub = HTTPStubRequest()
               .stub(for: .post, { response in
                    // Builder function allows you to specifiy any property of the
                    // HTTPStubResponse object for this http method.
                    response.responseDelay = 5
                    response.headers = HTTPHeaders([
                        .contentType: HTTPContentType.bmp.rawValue,
                        .contentLength: String(fileSize),
                    ])
                    response.body = fileContent
                })
    return stub
  }

  static func echo() {
    let echoStub = HTTPStubRequest().match(urlRegex: "*").stubEcho()
    HTTPStubber.shared.add(stub: echoStub)
    HTTPStubber.shared.enable()
  }

  static func dynamic() -> HTTPStubRequest {
    let stubLogin = HTTPStubRequest().match(urlRegex: "/login").stub(for: .post, responseProvider: { urlRequest, matchedStubRequest in
        let response = HTTPStubResponse()
                
        guard let dict = try! JSONSerialization.jsonObject(with: urlRequest.body!) as? NSDictionary,
              let username = dict["user"] as? String else {
          response.statusCode = .unauthorized
          return response
        }
                
        if username == "mark" {
           // configure the response for mark, our special admin!
        } else {
          // ... return another response for anyone else!
        }
                
        return response
    })
    return stubLogin
  }

  static func uriTemplate() -> HTTPStubRequest {
    var stub = HTTPStubRequest()
               .match(URI: "https://github.com/kylef/{repository}")
               .stub(for: .get, .text("a repository"))
    return stub
  }

  struct User: Codable {
    var userID: Int
    var fullName: String
  }

  static func json() -> HTTPStubRequest {
    var stub = HTTPStubRequest()
               .match(object: User(userID: 34, fullName: "Mark"))
    return stub
  }

  static func body(_ data: Data) -> HTTPStubRequest {
    let bodyToCheck: Data = data
    var stub = HTTPStubRequest()
               .match(body: bodyToCheck)
               .stub(for: .post, .text("the same"))
    return stub
  }

  static func url() -> HTTPStubRequest {
    var stub = HTTPStubRequest()
               .match(URL: "http://myws.com/login", options: .ignoreQueryParameters)
    return stub
  }

  struct MyCustomMatcher: HTTPStubMatcherProtocol {
    func matches(request: URLRequest, for source: HTTPMatcherSource) -> Bool {
      request.url?.lastPathComponent == "custom"
    }
  }

  static func customMatcher() -> HTTPStubRequest {
    let stub = HTTPStubRequest()
    stub.match(MyCustomMatcher()) // add to the matcher of a request
    return stub
  }

  static func customClosure() -> HTTPStubRequest {
    var stub = HTTPStubRequest()
               .match({ req, source in
                  req.headers[.userAgent] == "customAgent"
               })
               .stub(for: .get, .text("hello, agent"))
    return stub
  }

  static func ignore() {
    HTTPStubber.shared.add(ignoreURL: "http://www.apple.com", options: [.ignorePath, .ignoreQueryParameters])
  }

  static func optin() {
    HTTPStubber.shared.unhandledMode = .optin // enable optin mode
  }

  // The guide's arrow "<--- VERY SLOW CONNECTION" points at the speed and is no Swift.
  static func slow(randomData: Data) throws {
    let mock = try HTTPStubRequest()
                .match(urlRegex: "(?s).*")
                .stub(for: .get, {
                    $0.statusCode = .ok
                    $0.responseTime = .withSpeed(.speed1kbps)
                    $0.contentType = .text
                    $0.body = randomData
                    $0.headers = [
                        "Content-Length": String(randomData.count)
                    ]
                })
    HTTPStubber.shared.add(stub: mock)
  }

  static func down() throws -> HTTPStubRequest {
    let notConnectedError = NSError(domain: NSURLErrorDomain, code: URLError.notConnectedToInternet.rawValue)
    let mock = try HTTPStubRequest().match(urlRegex: "(?s).*").stub(for: .get, error: notConnectedError)
    return mock
  }
}
