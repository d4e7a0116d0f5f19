// `Max-Age` of a cookie is ignored (RFC 6265 §5.2.2), so a cookie cannot be removed by `Max-Age=0`.
//
//   swiftc CookieMaxAge.swift && ./CookieMaxAge
//
// Seen (Swift 6.3.1, Linux): the cookie is still there.
// Expected: no cookie; `Expires` in the past removes it.

import Foundation
import FoundationNetworking

let url = URL(string: "https://api.example/")!
let storage = URLSessionConfiguration.ephemeral.httpCookieStorage!
for field in ["id=7; Path=/", "id=; Path=/; Max-Age=0"] {
  let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": field], for: url)
  storage.setCookies(cookies, for: url, mainDocumentURL: nil)
}
print("cookies after Max-Age=0:", storage.cookies(for: url)?.map(\.name) ?? [])
