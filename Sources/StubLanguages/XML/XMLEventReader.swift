import CLibXML2

/// Reads XML as a list of events with positions, by libxml2 without access to files or the network.
package enum XMLEventReader {
  /// Reads a document in UTF-8; the declared encoding is ignored.
  ///
  /// - Parameters:
  /// - bytes: The document.
  /// - maximumDepth: The deepest nesting of elements.
  /// - Throws: `XMLEventError` with the first error.
  /// - Returns: The start tags, end tags and texts in order.
  package static func events(
    in bytes: [UInt8], maximumDepth: Int
  ) throws(XMLEventError) -> [XMLEvent] {
    XMLLibrary.prepare
    guard let size = Int32(exactly: bytes.count), let context = xmlNewParserCtxt() else {
      throw XMLEventError(reason: "more than 2 GB", offset: 0)
    }
    defer { xmlFreeParserCtxt(context) }
    let recorder = XMLEventRecorder(bytes, maximumDepth: maximumDepth)
    context.pointee._private = Unmanaged.passUnretained(recorder).toOpaque()
    listen(to: context)
    let options = [XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING, XML_PARSE_IGNORE_ENC]
      .reduce(Int32(XML_PARSE_HUGE.rawValue)) { $0 | Int32($1.rawValue) }
    withExtendedLifetime(recorder) {
      bytes.withUnsafeBytes { buffer in
        xmlFreeDoc(
          xmlCtxtReadMemory(
            context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), size, nil, nil,
            options))
      }
    }
    if let error = recorder.error { throw error }
    if context.pointee.wellFormed == 0 || recorder.events.isEmpty {
      throw XMLEventError(reason: "no element", offset: bytes.count)
    }
    return recorder.events
  }

  private static func listen(to context: xmlParserCtxtPtr) {
    guard let handler = context.pointee.sax else { return }
    handler.pointee.startElementNs = { context, name, _, _, _, _, _, _, _ in
      XMLEventRecorder.of(context) { $0.start(name.map { String(cString: $0) } ?? "", at: $1) }
    }
    handler.pointee.endElementNs = { context, _, _, _ in
      XMLEventRecorder.of(context) { $0.end(at: $1) }
    }
    handler.pointee.characters = { context, text, count in
      XMLEventRecorder.of(context) { recorder, _ in
        recorder.text(UnsafeBufferPointer(start: text, count: Int(count)))
      }
    }
    handler.pointee.ignorableWhitespace = handler.pointee.characters
    handler.pointee.cdataBlock = handler.pointee.characters
    handler.pointee.comment = nil
    handler.pointee.processingInstruction = nil
    handler.pointee.entityDecl = { context, _, _, _, _, _ in
      XMLEventRecorder.of(context) { $0.fail("a declaration of an entity", at: $1) }
    }
    handler.pointee.serror = { context, error in
      guard let error, error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
      XMLEventRecorder.of(context) { recorder, place in
        let message = error.pointee.message.map { String(cString: $0).trimmingWhitespace() }
        recorder.fail(message ?? "text that is not XML", at: place)
      }
    }
  }
}

/// Collects the events that libxml2 reports, up to the first error.
private final class XMLEventRecorder {
  private let bytes: [UInt8]
  private let maximumDepth: Int
  private var depth = 0
  /// The text since the last tag.
  private var text: [UInt8] = []
  private(set) var events: [XMLEvent] = []
  private(set) var error: XMLEventError?

  init(_ bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// Calls `body` with the recorder of a context and the number of bytes read so far.
  ///
  /// If `body` notes an error, reading stops.
  static func of(
    _ context: UnsafeMutableRawPointer?, _ body: (XMLEventRecorder, _ place: Int) -> Void
  ) {
    guard let context = context?.assumingMemoryBound(to: xmlParserCtxt.self),
      let pointer = context.pointee._private
    else { return }
    let recorder = Unmanaged<XMLEventRecorder>.fromOpaque(pointer).takeUnretainedValue()
    guard recorder.error == nil else { return }
    body(recorder, min(max(0, xmlByteConsumed(context)), recorder.bytes.count))
    if recorder.error != nil { xmlStopParser(context) }
  }

  /// Adds a start tag when libxml2 has not yet read its end.
  func start(_ name: String, at place: Int) {
    endText()
    depth += 1
    let offset = bytes[..<place].lastIndex(of: UInt8(ascii: "<")) ?? place
    guard depth <= maximumDepth else {
      return fail("elements nested more than \(maximumDepth) deep", at: offset)
    }
    let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? place
    events.append(XMLEvent(kind: .start(name), offset: offset, contentOffset: end))
  }

  /// Adds an end tag, which libxml2 has read completely.
  func end(at place: Int) {
    endText()
    depth -= 1
    let offset = bytes[..<place].lastIndex(of: UInt8(ascii: "<")) ?? place
    events.append(XMLEvent(kind: .end, offset: offset, contentOffset: place))
  }

  /// Adds a piece of text, since libxml2 splits texts that are long or contain references.
  func text(_ piece: UnsafeBufferPointer<UInt8>) { text += piece }

  private func endText() {
    guard !text.isEmpty else { return }
    let offset = events.last?.contentOffset ?? 0
    events.append(XMLEvent(kind: .text(text), offset: offset, contentOffset: offset))
    text = []
  }

  func fail(_ reason: String, at place: Int) {
    error = XMLEventError(reason: reason, offset: place)
  }
}

/// A tag or a text in an XML document.
package struct XMLEvent: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A start tag with its name, which has no prefix.
    case start(String)
    case end
    /// Text between tags, in UTF-8.
    case text([UInt8])
  }

  package let kind: Kind
  /// The position of the event in the document, in bytes.
  package let offset: Int
  /// The position after the tag, in bytes; for a text, it equals `offset`.
  package let contentOffset: Int
}

/// The position and reason of an XML syntax error.
package struct XMLEventError: Error, Sendable, Hashable {
  /// The problem in words, which can be the message of libxml2.
  package let reason: String
  /// The position of the error in bytes.
  package let offset: Int
}
