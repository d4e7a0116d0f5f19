import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// The route that converts a recording of one tool to the format of another.
extension AdminRoute {
  static let converting: [AdminRoute] = [
    .asking(
      "/convert", "Write a recording in another tool's format; nothing is kept",
      body: .json(
        .object(["recording": .text, "to": .choice(WritableFormat.withTools.map(\.name))])),
      answers: [
        (
          200,
          .json(
            .object(
              ["interactions": .count, "leftOut": .count, "losses": .list(.text)],
              optional: ["text": .text, "base64": .text]))
        )
      ]
    ) { request, admin throws(AdminRefusal) in
      let object = try request.requireObject()
      guard let text = object["recording"]?.string else {
        throw AdminRefusal(missing: "recording", "send the text of its file")
      }
      let name = object["to"]?.string ?? ""
      guard let format = WritableFormat.named(name, among: WritableFormat.withTools) else {
        let names = WritableFormat.withTools.map(\.name).joined(separator: ", ")
        throw AdminRefusal(
          unprocessable: "there is no format \(name.quoted)", "use one of \(names)", pointer: "/to")
      }
      return .json(try admin.conversion(of: text, to: format))
    }
  ]
}

extension Admin {
  fileprivate func conversion(
    of text: String, to format: WritableFormat
  ) throws(AdminRefusal) -> JSONValue {
    let sent = try sentRules.checked(Data(text.utf8)).rules
    guard let (cassette, losses) = Cassette.joining(sent.cassettes.map(\.cassette)) else {
      throw AdminRefusal(
        unprocessable: "this is no recording", "only recordings can be converted",
        pointer: "/recording")
    }
    let hasFiles = cassette.interactions.contains {
      $0.request.bodyFile != nil || $0.response?.bodyFile != nil
    }
    guard !hasFiles else {
      throw AdminRefusal(
        unprocessable: "this recording has bodies in files of their own",
        "use stubber convert, which reads them", pointer: "/recording")
    }
    let written = format.write(cassette)
    let leftOut = cassette.interactions.count - written.count
    var object = JSONObject([
      ("interactions", .number(JSONNumber(written.count))),
      ("leftOut", .number(JSONNumber(leftOut))),
      ("losses", .array((losses + written.losses).map { .string($0) })),
    ])
    if let text = String(bytes: written.bytes, encoding: .utf8) {
      object["text"] = .string(text)
    } else {
      object["base64"] = .string(written.bytes.base64EncodedString())
    }
    return .object(object)
  }
}
