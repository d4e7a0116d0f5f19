import StubLanguages

/// A part of a request by whose value stubs are indexed, if many of them have the same URL key.
package enum KeyedPart: Sendable, Hashable {
  case host
  /// The decoded path, in which only `%2F` and `%25` stay encoded.
  case path
  case header(HTTPHeaderName)
  case cookie(ScalarText)
  /// The token of the bearer authorization.
  case bearer
  /// A query parameter, or a field of a form.
  case item(ScalarText, in: RequestItems)
  /// The value at this path of member names in the JSON body, as text.
  case jsonText([ScalarText])
  /// The value at this path of member names in the JSON body, as text, as Jayway's dialect of
  /// JSONPath gives it: the elements of an array, and nothing for null.
  case jsonElements([ScalarText])
  /// The number, string, Boolean or null at this path of member names in the JSON body.
  case jsonValue([ScalarText])
  /// The strings and numbers anywhere in the JSON body, as texts.
  case jsonScalars
  /// The strings and numbers of all members with this name, anywhere in the JSON body, as texts.
  case jsonMembers(ScalarText)
  /// The names of the members anywhere in the JSON body.
  case jsonNames
  /// The values of the attributes in the XML body.
  case xmlAttributes
  /// The texts in the XML body, without space at their ends.
  case xmlTexts
  /// The names of the elements in the XML body, without prefixes.
  case xmlNames
  /// The text of the body, read in its charset.
  case bodyText
  /// The bytes of the body.
  case bodyBytes
  /// The user of the basic authorization.
  case basicUser
  /// The password of the basic authorization.
  case basicPassword
  /// The names of the parts of a multipart body.
  case multipartNames
  /// The texts of the parts of a multipart body with this name; `nil` for parts with any name.
  case multipartText(ScalarText?)
  /// The names of all items of this kind, by which the presence of an item is indexed.
  case names(Named)
  /// The values of a part that a closure derives from the request.
  case derived(DerivedPart)

  /// A kind of items with names.
  package enum Named: Sendable, Hashable {
    case headers
    case cookies
    case items(RequestItems)
  }

  /// Whether the values are names of items.
  var isNames: Bool {
    switch self {
    case .names, .jsonNames, .xmlNames: true
    case .derived(let part): part.isNames
    default: false
    }
  }

  /// The key of requests that have a value of this part; `nil` if presence is not indexed.
  var presence: StubKey? {
    switch self {
    case .header(let name): .value(.names(.headers), name.canonicalName)
    case .cookie(let name): .value(.names(.cookies), name.text)
    case .item(let name, let items): .value(.names(.items(items)), name.text)
    case .derived(let part): part.presence.map { .value(.derived($0.names), $0.name) }
    default: nil
    }
  }

  func hash(of text: String) -> Int { hash { $0.combine(text) } }

  func hash(of value: JSONValue) -> Int { hash { $0.combine(value) } }

  func hash(ofBytes bytes: some Sequence<UInt8>) -> Int {
    hash { for byte in bytes { $0.combine(byte) } }
  }

  private func hash(_ combine: (inout Hasher) -> Void) -> Int {
    var hasher = Hasher()
    hasher.combine(self)
    combine(&hasher)
    return hasher.finalize()
  }

  /// Returns the hashes of the values that the part has in a request.
  func hashes(in request: ReceivedRequest) -> [Int] {
    switch self {
    case .host: request.target.host.map { [hash(of: $0)] } ?? []
    case .header(let name):
      Self.withJoined(request.headers.values(of: name)).map { hash(of: $0) }
    case .cookie(let name):
      request.cookies.compactMap {
        $0.name.hasSameScalars(as: name.text) ? hash(of: $0.value) : nil
      }
    case .bearer: request.credentials(of: "Bearer").map { [hash(of: $0)] } ?? []
    case .item(let name, let items):
      items.items(in: request).compactMap {
        $0.name.hasSameScalars(as: name.text) ? hash(of: $0.value ?? "") : nil
      }
    case .jsonText(let names):
      json(at: names, in: request).map { [hash(of: $0.string ?? $0.text())] } ?? []
    case .jsonValue(let names):
      json(at: names, in: request).flatMap { $0.isScalar ? [hash(of: $0)] : nil } ?? []
    case .bodyText: [hash(of: request.bodyText)]
    case .bodyBytes: [request.body.map { hash(ofBytes: $0) } ?? hash(ofBytes: [])]
    case .path, .jsonElements, .jsonScalars, .jsonMembers, .jsonNames, .xmlAttributes, .xmlTexts,
      .xmlNames, .basicUser, .basicPassword, .multipartNames, .multipartText, .names, .derived:
      texts(in: request).map { hash(of: $0) }
    }
  }

  /// Returns the texts that the part has in a request; none for parts that are not texts.
  func texts(in request: ReceivedRequest) -> [String] {
    switch self {
    case .host: request.target.host.map { [$0] } ?? []
    case .path: [request.target.readablePath]
    case .header(let name): Self.withJoined(request.headers.values(of: name))
    case .cookie(let name):
      request.cookies.compactMap { $0.name.hasSameScalars(as: name.text) ? $0.value : nil }
    case .bearer: request.credentials(of: "Bearer").map { [$0] } ?? []
    case .item(let name, let items):
      items.items(in: request).compactMap {
        $0.name.hasSameScalars(as: name.text) ? $0.value ?? "" : nil
      }
    case .jsonText(let names): json(at: names, in: request).map { [$0.string ?? $0.text()] } ?? []
    case .bodyText: [request.bodyText]
    case .basicUser: request.basicCredentials.map { [$0.user] } ?? []
    case .basicPassword: request.basicCredentials.map { [$0.password] } ?? []
    case .multipartNames: request.readableParts.compactMap(\.name)
    case .multipartText(let name):
      request.readableParts.compactMap { part in
        name.map { part.name?.hasSameScalars(as: $0.text) ?? false } ?? true ? part.text : nil
      }
    case .names(.headers): request.headers.fields.map(\.name.canonicalName)
    case .names(.cookies): request.cookies.map(\.name)
    case .names(.items(let items)): items.items(in: request).map(\.name)
    case .derived(let part): part.values(request).texts
    case .jsonElements(let names):
      switch json(at: names, in: request) {
      case nil, .null: []
      case .array(let elements): elements.map { $0.string ?? $0.text() }
      case let value?: [value.string ?? value.text()]
      }
    case .jsonScalars: (try? request.readableJSON.get())?.scalarTexts ?? []
    case .jsonMembers(let name):
      (try? request.readableJSON.get())?.scalarTexts(ofMembers: name.text) ?? []
    case .jsonNames: (try? request.readableJSON.get())?.memberNames ?? []
    case .xmlAttributes: request.xmlRoot?.attributeValues ?? []
    case .xmlTexts: request.xmlRoot?.allTexts ?? []
    case .xmlNames: request.xmlRoot?.elementNames ?? []
    case .jsonValue, .bodyBytes: []
    }
  }

  /// Returns the values and, if there are several, also the values joined with commas.
  ///
  /// Several fields of the same name mean the same as one field with all values (RFC 9110 §5.3).
  private static func withJoined(_ values: [String]) -> [String] {
    values.count > 1 ? values + [values.joined(separator: ", ")] : values
  }

  private func json(at names: [ScalarText], in request: ReceivedRequest) -> JSONValue? {
    guard case .success(var value) = request.readableJSON else { return nil }
    for name in names {
      guard case .object(let object) = value, let member = object[name.text] else { return nil }
      value = member
    }
    return value
  }
}

extension JSONValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array, .object: false
    }
  }
}

extension JSONValue {
  /// The strings and numbers in the value, as texts.
  package var scalarTexts: [String] {
    var texts: [String] = []
    addScalars(to: &texts)
    return texts
  }

  /// Returns the strings and numbers of the members with this name in the value, as texts.
  fileprivate func scalarTexts(ofMembers name: String) -> [String] {
    var texts: [String] = []
    addScalars(ofMembers: name, to: &texts)
    return texts
  }

  /// Adds the strings and numbers in the value; with a name, only those of members with this name.
  private func addScalars(ofMembers wanted: String? = nil, to texts: inout [String]) {
    switch self {
    case .string(let text): texts.append(text)
    case .number(let number): texts.append(number.text)
    case .array(let elements):
      for element in elements where wanted == nil || !element.isScalar {
        element.addScalars(ofMembers: wanted, to: &texts)
      }
    case .object(let object):
      for (name, value) in object.members {
        if let wanted, value.isScalar, !name.hasSameScalars(as: wanted) { continue }
        value.addScalars(ofMembers: wanted, to: &texts)
      }
    case .null, .bool: break
    }
  }

  /// The names of the members in the value, each once.
  fileprivate var memberNames: [String] {
    var names: Set<ScalarText> = []
    addNames(to: &names)
    return names.map(\.text)
  }

  private func addNames(to names: inout Set<ScalarText>) {
    switch self {
    case .array(let elements): for element in elements { element.addNames(to: &names) }
    case .object(let object):
      for (name, value) in object.members {
        names.insert(ScalarText(name))
        value.addNames(to: &names)
      }
    case .null, .bool, .number, .string: break
    }
  }
}

extension ReceivedRequest {
  /// The root of the XML body; `nil` if the body is not XML.
  fileprivate var xmlRoot: XMLElementTree? { (try? readableXML.get())?.root }

  /// The parts of the multipart body; none if they cannot be read.
  fileprivate var readableParts: [MultipartPart] { (try? multipartParts.get()) ?? [] }
}
