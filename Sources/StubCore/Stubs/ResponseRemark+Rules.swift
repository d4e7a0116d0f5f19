import StubPlatform

extension ResponseRemark {
  typealias Rule = @Sendable (WrittenResponse) -> ResponseRemark?

  /// All rules; each rule finds one kind of mistake.
  ///
  /// To add a rule, write a value and add its name to this list.
  static let rules: [Rule] = [
    contentEncoding, contentLength, transferEncoding, contentRange, unknownCharset, unsentBody,
    paceOfNothing, faultWithoutChance, rangesOfNothing, templateWithoutTags,
  ]

  /// Checks that the body has the content coding that the head names.
  private static let contentEncoding: Rule = { response in
    guard response.hasField, let field = response.field(.contentEncoding), !response.isEmpty else {
      return nil
    }
    let codings = ContentCoding.list(in: field)
    guard !codings.isEmpty, let body = response.bytes ?? response.text.map({ Data($0.utf8) }),
      ContentCoding.remaining(of: codings, in: body) == nil
    else { return nil }
    return ResponseRemark(
      subject: .field(.contentEncoding),
      found: "Content-Encoding says \(field.quoted), but the body is not compressed",
      remedy: "remove the field, or give the compressed bytes")
  }

  /// Checks that the length of the body equals `Content-Length`.
  private static let contentLength: Rule = { response in
    guard response.hasField, let field = response.field(.contentLength), !response.isForHead,
      response.status != .notModified, response.specification.impairment.fault == nil
    else { return nil }
    guard let length = Int(field), length >= 0 else {
      return ResponseRemark(
        subject: .field(.contentLength),
        found: "Content-Length is \(field.quoted), not one number", remedy: "remove the field")
    }
    guard let count = response.bytes?.count, count != length else { return nil }
    return ResponseRemark(
      subject: .field(.contentLength),
      found: "Content-Length says \(length), but the body has \(ByteCount(count).exact)",
      remedy: "remove the field; for a wrong length on purpose, use the fault wrongLength")
  }

  /// Checks that the transfer coding is `chunked`, and that the head has no length besides it.
  private static let transferEncoding: Rule = { response in
    guard response.hasField, let field = response.field(.transferEncoding) else { return nil }
    let subject = Subject.field(.transferEncoding)
    if field.lowercasedASCII() != "chunked" {
      return ResponseRemark(
        subject: subject,
        found: "Transfer-Encoding says \(field.quoted), but the body is not sent so",
        remedy: "remove the field")
    }
    guard response.field(.contentLength) != nil else { return nil }
    return ResponseRemark(
      subject: subject,
      found: "Transfer-Encoding and Content-Length contradict each other (RFC 9112 §6.2)",
      remedy: "remove one of them")
  }

  /// Checks that a response with `Content-Range` has status 206 or 416, and the length of the body
  /// in this field.
  private static let contentRange: Rule = { response in
    guard response.hasField, let field = response.field(.contentRange) else { return nil }
    let subject = Subject.field(.contentRange)
    if response.status == .rangeNotSatisfiable { return nil }
    guard response.status == .partialContent else {
      return ResponseRemark(
        subject: subject,
        found: "Content-Range means nothing with status \(response.status.rawValue)",
        remedy: "use status 206, or remove the field")
    }
    let ends = field.prefix { $0 != "/" }.split(separator: " ").last?.split(separator: "-")
    guard let ends, ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]),
      !response.isForHead, let count = response.bytes?.count
    else { return nil }
    let (size, isTooMuch) = last.subtractingReportingOverflow(first)
    guard isTooMuch || size < 0 || size != count - 1 else { return nil }
    return ResponseRemark(
      subject: subject,
      found: "Content-Range says \(field.quoted), but the body has \(ByteCount(count).exact)",
      remedy: "give the bytes of the range, or use \"ranges\" with the whole body")
  }

  /// Checks that the charset of a text is known.
  private static let unknownCharset: Rule = { response in
    let specification = response.specification
    guard response.hasField || specification.contentType != nil else { return nil }
    let declared = TextCharset(specification.head.headers, contentType: specification.contentType)
    guard let charset = declared.charset, !charset.isKnown, response.text != nil else { return nil }
    return ResponseRemark(
      subject: .field(.contentType),
      found: "the charset \(charset.name.quoted) is unknown, so the text is sent in UTF-8",
      remedy: "use a registered name, such as ISO-8859-1")
  }

  /// Checks that there is no body if the status forbids one (RFC 9110 §6.4.1).
  private static let unsentBody: Rule = { response in
    guard response.status.forbidsContent, response.bytes?.isEmpty == false || response.text != nil
    else { return nil }
    return ResponseRemark(
      subject: .body, found: "a response with status \(response.status.rawValue) has no body",
      remedy: "remove the body, or use another status")
  }
}

extension ResponseRemark {
  /// Checks that the body is not empty if it is to be spread over time.
  private static let paceOfNothing: Rule = { response in
    let specification = response.specification
    guard specification.timing.body != .atOnce || specification.impairment.pacing != nil,
      response.sendsNothing
    else { return nil }
    return ResponseRemark(
      subject: .pace, found: "there is no body to spread over time",
      remedy: "use a delay, or add a body")
  }

  /// Checks that the fault can happen.
  private static let faultWithoutChance: Rule = { response in
    let impairment = response.specification.impairment
    guard impairment.fault != nil, impairment.probability <= 0 || impairment.first == 0 else {
      return nil
    }
    let cause = impairment.first == 0 ? "first" : "probability"
    return ResponseRemark(
      subject: .fault, found: "the fault never happens, as its \(cause) is 0",
      remedy: "use a higher number, or remove the fault")
  }

  /// Checks that the body is not empty if the response supports ranges.
  private static let rangesOfNothing: Rule = { response in
    guard response.specification.acceptsRanges == true, response.sendsNothing else { return nil }
    return ResponseRemark(
      subject: .ranges, found: "there is no body to send ranges of",
      remedy: "remove it, or add a body")
  }

  /// Checks that the response has tags if it is a template.
  private static let templateWithoutTags: Rule = { response in
    let specification = response.specification
    guard specification.usesTemplates else { return nil }
    if case .file = specification.body { return nil }
    let head = specification.head
    let texts =
      (head.headers.fields + head.trailers.fields).map(\.value)
      + (specification.chunks ?? []).compactMap(\.text)
      + [
        head.reason, specification.contentType?.rawValue, response.text,
      ].compactMap(\.self)
    if texts.contains(where: { $0.has("{") && $0.utf8.contains("{{".utf8) }) { return nil }
    return ResponseRemark(
      subject: .template, found: "there is no tag to fill in",
      remedy: "add one, such as {{uri.id}}, or do not ask for templates")
  }
}
