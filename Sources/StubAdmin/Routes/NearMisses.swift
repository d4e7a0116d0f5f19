import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// Routes that show the closest stubs of requests, with their differences.
extension AdminRoute {
  static let nearMisses: [AdminRoute] = [
    AdminRoute(
      .get, "/requests/unmatched/near-misses", "Show the nearest stubs of each unmatched request",
      answers: [(200, .json(.named("NearMisses")))]
    ) { _, admin throws(AdminRefusal) in
      let unmatched = admin.unmatched
      let events = ServedRequests(admin, unmatched)
      let misses = try admin.asking(of: unmatched) { entry, limit throws(EvaluationLimitExceeded) in
        try limit.asking(entry.request) {
          admin.nearMisses(of: $0, events.request(entry), limit: 3)
        }
      }
      return .json(["nearMisses": .array(misses.flatMap(\.self))])
    },
    .asking(
      "/near-misses/request", "Show the stubs that are nearest to a request",
      body: .json(.named("RequestDescription")), answers: [(200, .json(.named("NearMisses")))]
    ) { request, admin throws(AdminRefusal) in
      let object = try request.requireObject()
      let described = try RequestDescription(object)
      // These are WireMock's values for a request that was not received.
      let usual: KeyValuePairs<String, JSONValue> = [
        "browserProxyRequest": false, "port": -1, "queryParams": [:],
      ]
      var form = object
      for (name, value) in usual where form[name] == nil { form[name] = value }
      let misses = admin.nearMisses(of: described.request, .object(form), limit: 3)
      return .json(["nearMisses": .array(misses)])
    },
    .asking(
      "/near-misses/request-pattern", "Show the requests that are nearest to a pattern",
      body: .json(.named("RequestPattern")), answers: [(200, .json(.named("NearMisses")))]
    ) { request, admin throws(AdminRefusal) in
      let matchers = try admin.pattern(request)
      let pattern = JSONValue.object(try request.object())
      let compared = try admin.asking(of: admin.newest) {
        entry, limit throws(EvaluationLimitExceeded) in
        (entry: entry, distance: try limit.distance(entry.request, to: matchers))
      }
      let nearest = compared.sorted { $0.distance < $1.distance }.prefix(3)
      let events = ServedRequests(admin, nearest.map(\.entry))
      return .json([
        "nearMisses": .array(
          nearest.map { entry, distance in
            [
              "request": events.request(entry), "requestPattern": pattern,
              "matchResult": ["distance": .number(JSONNumber(distance))],
            ]
          })
      ])
    },
  ]
}

extension Admin {
  /// Returns the closest stubs, with their distances, in WireMock's form.
  fileprivate func nearMisses(
    of request: ReceivedRequest, _ form: JSONValue, limit: Int
  ) -> [JSONValue] {
    let nearest = stubs.nearest(to: request, limit: limit)
    let forms = StubForms(self, for: nearest.map(\.stub))
    return nearest.map { stub, distance in
      [
        "request": form, "stubMapping": forms.mapping(stub),
        "matchResult": ["distance": .number(JSONNumber(distance))],
      ]
    }
  }
}

/// A request that is described in JSON: `{"method": …, "url": …, "headers": …, "body": …}`.
struct RequestDescription {
  let request: ReceivedRequest

  /// Reads the description of a request.
  ///
  /// - Throws: a refusal if a member has the wrong type.
  init(_ object: JSONObject) throws(AdminRefusal) {
    let absolute = try Self.text(object, "absoluteUrl")
    let url = try Self.text(object, "url")
    var headers = HTTPHeaders()
    let fields = object["headers"] ?? [:]
    guard fields.object != nil || fields.isNull else {
      throw AdminRefusal(
        unreadable: "headers must be an object, not \(fields)", pointer: "/headers")
    }
    for (name, value) in fields.object?.members ?? [] {
      for text in value.array?.compactMap(\.string) ?? [value.string ?? value.text()] {
        headers.append(HTTPHeaderName(name), text)
      }
    }
    let text = try Self.text(object, "body")
    var body = text.map { Data($0.utf8) }
    if let base64 = try Self.text(object, "bodyAsBase64"), body == nil {
      guard let bytes = Data(base64Encoded: base64) else {
        throw AdminRefusal(unreadable: "bodyAsBase64 is not base64", pointer: "/bodyAsBase64")
      }
      body = bytes
    }
    var request = ReceivedRequest(
      HTTPMethod(rawValue: try Self.text(object, "method") ?? "GET"), absolute ?? url ?? "/",
      headers: headers,
      body: body)
    request.isFromListener = true
    self.request = request
  }

  private static func text(
    _ object: JSONObject, _ name: String
  ) throws(AdminRefusal) -> String? {
    guard let value = object[name], !value.isNull else { return nil }
    guard let text = value.string else {
      throw AdminRefusal(unreadable: "\(name) must be a text, not \(value)", pointer: "/\(name)")
    }
    return text
  }
}
