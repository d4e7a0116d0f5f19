import StubCore
import StubLanguages
import StubServer

/// What clients need to know of the server: its API, and the authority that signs its certificates.
extension AdminRoute {
  static let documents: [AdminRoute] = [
    AdminRoute(
      .get, "/docs", "Show where this API is described", tag: "Server",
      answers: [(200, .other(["text/html"]))]
    ) { _, admin in
      let prefix = admin.configuration.prefix
      return .text(
        """
        <!doctype html>
        <meta charset="utf-8">
        <title>stubber admin API</title>
        <p><a href="\(prefix)/openapi.json">OpenAPI 3.0</a></p>

        """, type: "text/html; charset=utf-8")
    },
    AdminRoute(
      .get, "/docs/swagger", "Describe this API, as openapi.json does", tag: "Server",
      answers: [(200, .json(.object))]
    ) { _, admin in .json(admin.description) },
    AdminRoute(
      .get, "/openapi.json", "Describe this API", tag: "Server", answers: [(200, .json(.object))]
    ) { _, admin in .json(admin.description) },
    AdminRoute(
      .get, "/certs/wiremock-ca.crt", "Get the certificate that lets clients trust this server",
      tag: "Server", answers: [(200, .other(["application/x-pem-file"]))]
    ) { _, admin throws(AdminRefusal) in
      guard let path = admin.listener?.certificateToTrust else {
        throw AdminRefusal(
          .notFound, code: 404, "this server has no certificate",
          detail: "start it with --https-port")
      }
      do throws(FileProblem) {
        let text = String(decoding: try DurableFile.read(path), as: UTF8.self)
        return .text(text, type: "application/x-pem-file")
      } catch {
        throw AdminRefusal(500, code: 500, "cannot read \(path): \(error)")
      }
    },
  ]
}

extension Admin {
  fileprivate var description: JSONValue {
    OpenAPI(prefix: configuration.prefix, version: configuration.version).document
  }
}
