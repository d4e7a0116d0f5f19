import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct HTTP2HeadTests {
  private func fields(
    _ head: ResponseHead, method: HTTPMethod = .get, count: Int? = 3
  ) throws -> [String] {
    var context = EncodedHead.Context(method: method)
    context.bodyCount = count
    context.date = "now"
    let fields = try HTTP2Head(head, context).fields
    return fields.places.map { place in
      let name = String(decoding: fields.bytes[place.name], as: UTF8.self)
      return "\(name)=\(String(decoding: fields.bytes[place.value], as: UTF8.self))"
    }
  }

  @Test("Names are in lower case, values without blanks around them, date and length added")
  func plain() throws {
    let head = ResponseHead(
      status: .created, reason: "Made", headers: ["X-One": " 1 ", "x-two": "", "X-One": "2"])
    #expect(
      try fields(head) == [
        ":status=201", "x-one=1", "x-two=", "x-one=2", "date=now", "content-length=3",
      ])
  }

  @Test("Fields of an HTTP/1.1 connection are left out; planned ones stay, even wrong")
  func connectionFields() throws {
    let head = ResponseHead(headers: [
      "Connection": "close", "Keep-Alive": "timeout=5", "Upgrade": "x", "Proxy-Connection": "y",
      "Date": "then", "Content-Length": "99",
    ])
    #expect(try fields(head) == [":status=200", "date=then", "content-length=99"])
    let chunked = ResponseHead(headers: ["Transfer-Encoding": "chunked"])
    #expect(try fields(chunked) == [":status=200", "date=now"])
  }

  @Test(
    "A fault's head contradicts itself or has a field that no client may accept",
    arguments: [
      (.wrongLength(by: 3), ["content-length=13"]), (.wrongLength(by: -3), ["content-length=7"]),
      (.duplicateLength, ["content-length=10", "content-length=1"]),
      (.invalidHeader, ["content-length=10", ":this is no header field="]),
    ] as [(HTTPStubFault, [String])])
  func faulty(_ fault: HTTPStubFault, expected: [String]) throws {
    var plan = ResponsePlan.ok("0123456789")
    plan.head?.headers = ["Content-Length": "10"]
    let head = try #require(plan.with(fault).head)
    let found = try fields(head, count: 10).filter { $0 != ":status=200" && $0 != "date=now" }
    #expect(found == expected)
  }

  @Test(
    "A response without a body has none",
    arguments: [(.noContent, .get), (.notModified, .get), (.ok, .head), (.ok, .connect)]
      as [(HTTPStatusCode, HTTPMethod)])
  func bodiless(_ status: HTTPStatusCode, _ method: HTTPMethod) throws {
    let context = EncodedHead.Context(method: method)
    #expect(try HTTP2Head(ResponseHead(status: status), context).isBodiless)
    #expect(try !HTTP2Head(ResponseHead(status: .notFound), EncodedHead.Context()).isBodiless)
  }

  @Test("A tunnel has no length, whatever is planned")
  func tunnel() throws {
    let headers: HTTPHeaders = ["Content-Length": "3", "Transfer-Encoding": "chunked", "X-A": "1"]
    let head = ResponseHead(headers: headers)
    #expect(try fields(head, method: .connect) == [":status=200", "x-a=1", "date=now"])
  }

  @Test(
    "A head that cannot be sent says why",
    arguments: [
      (ResponseHead(status: 101), "a status over HTTP/2"),
      (ResponseHead(headers: ["X": "a\r\nb"]), "a line end or NUL"),
      (ResponseHead(headers: [":status": "1"]), "is not a header name"),
    ])
  func faults(_ head: ResponseHead, _ text: String) {
    let fault = #expect(throws: HeadFault.self) {
      try HTTP2Head(head, EncodedHead.Context())
    }
    #expect(fault?.description.contains(text) == true)
  }

  @Test("A length that is not known is left out, also of what HEAD is not sent")
  func unknownLength() throws {
    #expect(try fields(ResponseHead(), count: nil) == [":status=200", "date=now"])
    #expect(try fields(ResponseHead(), method: .head, count: 0) == [":status=200", "date=now"])
    #expect(
      try fields(ResponseHead(), count: 0) == [":status=200", "date=now", "content-length=0"])
  }

  @Test("A small head that stands for a very large one ends the connection")
  func bomb() async throws {
    try await withListener(handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      var head = Frame.request(client.takeStream())
      // A field of 4,000 bytes that is put into the table, and then 12,000 times what stands for it there.
      head.payload += [0x40, 1, UInt8(ascii: "x"), 0x7F, 0xA1, 0x1E]
      head.payload += [UInt8](repeating: UInt8(ascii: "a"), count: 4_000)
      head.payload += [UInt8](repeating: 0xBE, count: 12_000)
      try await client.send(head)
      #expect(try await client.next(.goAway).code == .enhanceYourCalm)
      let other = try await FrameClient(port: listener.port)
      try await other.request("GET", "/still")
      #expect(try await other.response().text == "GET /still ")
    }
  }
}
