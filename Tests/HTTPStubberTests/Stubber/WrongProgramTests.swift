import Foundation
import Testing

/// What the compiler says of mistakes in stubs: the first error is at the mistake.
@Suite("Wrong programs")
struct WrongProgramTests {
  private struct Program: Sendable {
    /// The mistake, which is the name of the file.
    let name: String
    /// What the first error says.
    let error: String
    /// The statements; the wrong line ends in `// wrong`.
    let statements: String

    var text: String {
      """
      import Foundation
      import HTTPStubber

      func \(name)(name: String, stubber: HTTPStubber) {
        struct User { var id = 1 }
      \(statements)
      }
      """
    }

    var wrongLine: Int {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return (lines.firstIndex { $0.hasSuffix("// wrong") } ?? -1) + 1
    }
  }

  private static let programs = [
    // A closure that describes the response.
    Program(
      name: "misspelledProperty", error: "'HTTPStubResponse' has no member 'statuscode'",
      statements: "HTTPStubRequest().stub(for: .get) { $0.statuscode = .ok }  // wrong"),
    Program(
      name: "misspelledPropertyInTheMiddle",
      error: "'HTTPStubResponse' has no member 'contenttype'",
      statements: """
        HTTPStubRequest().match(path: "/users").stub(for: .post) { response in
          response.statusCode = .created
          response.contenttype = .json  // wrong
          response.body = "x"
        }
        """),
    Program(
      name: "speedAsTime", error: "'HTTPStubResponseInterval' has no member 'speed3G'",
      statements: "HTTPStubRequest().stub(for: .get) { $0.responseTime = .speed3G }  // wrong"),
    Program(
      name: "statusAsText", error: "cannot assign value of type 'String' to type 'HTTPStatusCode'",
      statements: #"HTTPStubRequest().stub(for: .get) { $0.statusCode = "200" }  // wrong"#),
    Program(
      name: "misspelledLabelInClosure",
      error: "incorrect argument label in call (have 'with:probabilty:'",
      statements: """
        HTTPStubRequest().stub(for: .get) {
          $0.body = "x"
          $0.fail(with: .reset, probabilty: 0.5)  // wrong
        }
        """),
    Program(
      name: "bodyOfOtherType", error: "cannot assign value of type 'Int'",
      statements: #"HTTPStubRequest().stub(for: .get) { $0.body = 42 }  // wrong"#),

    // A closure that matches.
    Program(
      name: "misspelledPartOfRequest", error: "'ReceivedRequest' has no member 'hots'",
      statements: #"HTTPStubRequest().match({ req, _ in req.hots == "x" })  // wrong"#),
    Program(
      name: "misspelledPartInTrailingClosure", error: "'ReceivedRequest' has no member 'methd'",
      statements: "HTTPStubRequest().match { $0.methd == .get }  // wrong"),
    Program(
      name: "closureWithoutBool",
      error: "cannot convert value of type 'String?' to closure result type 'Bool'",
      statements: "HTTPStubRequest().match({ req, _ in req.headers[.accept] })  // wrong"),

    // A closure that makes the response.
    Program(
      name: "misspelledPropertyInProvider", error: "'HTTPStubResponse' has no member 'statuscode'",
      statements: """
        HTTPStubRequest().stub(for: .get, responseProvider: { request, stub in
          let response = HTTPStubResponse()
          response.statuscode = .ok  // wrong
          return response
        })
        """),
    Program(
      name: "providerOfOneParameter", error: "expects 2 arguments, but 1 was used in closure body",
      statements:
        "HTTPStubRequest().stub(responseProvider: { request in HTTPStubResponse() })  // wrong"),
    Program(
      name: "misspelledFault", error: "type 'HTTPStubFault' has no member 'resett'",
      statements: """
        HTTPStubRequest().stub(for: .get) { request, stub in
          let response = HTTPStubResponse()
          response.fail(with: .resett)  // wrong
          return response
        }
        """),

    // Arguments inside a trailing closure: the first error names the closure, though in the right line.
    //
    // The closure could also be a provider, of two parameters. What the compiler (6.3) would have to change
    // weighs 9 for an unknown `.name` that is an argument, and 6 for a provider: 1 for the parameter that
    // is missing, 4 for a member that requests do not have, 1 for the type of `.name` (`-Xfrontend
    // -debug-constraints`). Nothing in the type of a provider adds to that. Tried: optional, variadic,
    // autoclosure, a tuple, generic results, an associated type, a result builder, `callAsFunction` of a
    // property, disfavored overloads. Only providers that cannot be trailing closures give the right error (one
    // function with both closures, each with a default); but RealHTTP's are often trailing ones.
    Program(
      name: "misspelledArgumentInClosure",
      error: "expects 2 arguments, but 1 was used in closure body",
      statements: "HTTPStubRequest().stub(for: .get) { $0.fail(with: .resett) }  // wrong"),
    Program(
      name: "misspelledSpeedInClosure",
      error: "expects 2 arguments, but 1 was used in closure body",
      statements:
        "HTTPStubRequest().stub { $0.responseTime = .withSpeed(.speed4G) }  // wrong"),
    Program(
      name: "misspelledArgumentInParentheses", error: "'HTTPStubFault' has no member 'resett'",
      statements: "HTTPStubRequest().stub(for: .get, { $0.fail(with: .resett) })  // wrong"),
    Program(
      name: "misspelledNestedCall", error: "type 'BodyShare' has no member 'percnt'",
      statements:
        "HTTPStubRequest().stub { $0.fail(with: .reset(after: .percnt(50))) }  // wrong"),

    // Arguments.
    Program(
      name: "misspelledMethod", error: "has no member 'gett'",
      statements: #"HTTPStubRequest().stub(for: .gett, .text("x"))  // wrong"#),
    Program(
      name: "otherLabel", error: "no exact matches in call to instance method 'stub'",
      statements: "HTTPStubRequest().stub(for: .get, status: .notFound)  // wrong"),
    Program(
      name: "labelInSmallLetters", error: "'match(uri:)' has been renamed to 'match(URI:)'",
      statements: #"HTTPStubRequest().match(uri: "/users/{id}")  // wrong"#),
    Program(
      name: "missingLabel", error: "missing argument label 'stub:' in call",
      statements: #"stubber.add(HTTPStubRequest().stub(.text("x")))  // wrong"#),
    Program(
      name: "missingTry", error: "call can throw, but it is not marked with 'try'",
      statements: #"HTTPStubRequest().match(URI: "/users/\(name)").stub(.text("x"))  // wrong"#),
    Program(
      name: "notEncodable", error: "cannot convert value of type 'User'",
      statements: "HTTPStubRequest().stub(for: .get, .json(User()))  // wrong"),
    Program(
      name: "numberAsBody",
      error: "argument type 'Int' does not conform to expected type 'HTTPStubBodyConvertible'",
      statements: "HTTPStubRequest().stub(for: .get, .body(42))  // wrong"),
    Program(
      name: "numberAsText",
      error: "cannot convert value of type 'Int' to expected argument type 'String'",
      statements: "HTTPStubRequest().stub(for: .get, .text(42))  // wrong"),
    Program(
      name: "misspelledResponse", error: "type 'HTTPStubResponse' has no member 'jsn'",
      statements: #"HTTPStubRequest().stub(for: .get, .jsn(["id": 7]))  // wrong"#),
    Program(
      name: "misspelledLabelOfResponse",
      error: "incorrect argument label in call (have '_:statuscode:'",
      statements: #"HTTPStubRequest().stub(for: .get, .json(["id": 7], statuscode: .ok))  // wrong"#
    ),
    Program(
      name: "misspelledStatusOfResponse", error: "'HTTPStatusCode' has no member 'creatd'",
      statements:
        #"HTTPStubRequest().stub(for: .get, .json(["id": 7], statusCode: .creatd))  // wrong"#),
    Program(
      name: "misspelledChange", error: "'HTTPStubResponse' has no member 'delayd'",
      statements: #"HTTPStubRequest().stub(for: .get, .text("x").delayd(by: 5))  // wrong"#),
    Program(
      name: "misspelledTime", error: "has no member 'millis'",
      statements:
        #"HTTPStubRequest().stub(for: .get, .text("x").delayed(by: .millis(5)))  // wrong"#),
    Program(
      name: "misspelledResponseInSequence", error: "type 'HTTPStubResponse' has no member 'txt'",
      statements: #"HTTPStubRequest().stub(sequence: [.text("x"), .txt("y")])  // wrong"#),
    Program(
      name: "dataAsJSONWithoutLabel",
      error: "cannot convert value of type 'String' to expected argument type 'Data'",
      statements: "HTTPStubRequest().stub(for: .get, delay: 5, json: name)  // wrong"),
    Program(
      name: "queryOfNumbers",
      error: "cannot convert value of type 'Int' to expected dictionary value type 'String?'",
      statements: #"HTTPStubRequest().match(query: ["page": 2])  // wrong"#),
    Program(
      name: "delayAsText",
      error: "argument type 'String' does not conform to expected type 'HTTPStubDelayConvertible'",
      statements: #"HTTPStubRequest().stub(for: .get, .text("x").delayed(by: "5s"))  // wrong"#),
    Program(
      name: "misspelledHeader", error: "'HTTPHeaderName' has no member 'acept'",
      statements: #"HTTPStubRequest().match(header: .acept, .contains("json"))  // wrong"#),
    Program(
      name: "misspelledCondition", error: "'ValueMatcher' has no member 'containing'",
      statements: #"HTTPStubRequest().match(header: .accept, .containing("json"))  // wrong"#),
    Program(
      name: "misspelledOption", error: "'HTTPStubURLOptions' has no member 'ignoreQuery'",
      statements: #"stubber.add(ignoreURL: "http://a.b", options: [.ignoreQuery])  // wrong"#),
  ]

  @Test("The first error of each program is at the mistake and says what it is")
  func firstErrors() async throws {
    guard let compiler = SwiftCompiler() else { return }
    let right = Program(
      name: "right", error: "", statements: #"HTTPStubRequest().match(path: "/").stub(.text("x"))"#)
    let mistakes = try await compiler.firstErrors(
      in: (Self.programs + [right]).map { (name: $0.name, text: $0.text) })
    #expect(mistakes["right"] == nil)
    for program in Self.programs {
      let mistake = try #require(mistakes[program.name], "\(program.name) compiles")
      #expect(mistake.line == program.wrongLine, "\(program.name), \(mistake)")
      #expect(mistake.text.contains(program.error), "\(program.name)")
    }
  }
}
