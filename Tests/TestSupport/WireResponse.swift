import Foundation

/// What went wrong on the wire.
public struct WireError: Error, Equatable, CustomStringConvertible {
  public var description: String
  public var bytesBefore: [UInt8] = []
  public var isReset = false

  public init(_ description: String) { self.description = description }

  /// The server reset the connection after these bytes.
  public static func reset(after bytes: [UInt8]) -> WireError {
    var error = WireError("reset by the server")
    error.bytesBefore = bytes
    error.isReset = true
    return error
  }
}

/// A response as it came off the wire.
public struct WireResponse: Equatable, Sendable {
  public var statusLine: String
  public var fields: [String]
  public var body: [UInt8] = []
  /// The sizes of the chunks, the last one of 0 bytes included.
  public var chunks: [Int] = []

  public init(head: [UInt8]) {
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    statusLine = lines[0]
    fields = lines.dropFirst().filter { !$0.isEmpty }
  }

  /// A whole response; one without an end of its head has no status line.
  public init(_ bytes: [UInt8]) {
    let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))
    self.init(head: Array(bytes[..<(end?.lowerBound ?? 0)]))
    body = Array(bytes[(end?.upperBound ?? bytes.count)...])
  }

  /// The fields by their names in lower case, those of one name joined as a client reads them.
  public var joinedFields: [String: String] {
    fields.reduce(into: [:]) { joined, field in
      let name = field.prefix { $0 != ":" }
      let value = field.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
      let key = name.lowercased()
      joined[key] = joined[key].map { "\($0), \(value)" } ?? value
    }
  }

  public var status: Int {
    statusLine.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  public var text: String { String(decoding: body, as: UTF8.self) }

  public subscript(name: String) -> String? {
    fields.first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }
}
