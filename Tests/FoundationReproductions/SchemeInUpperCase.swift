// A URL whose scheme is in upper case, which means the same (RFC 3986 §3.1), is not loaded.
//
//   swiftc SchemeInUpperCase.swift && ./SchemeInUpperCase
//
// Seen (Swift 6.3.1, Linux): `URLError.unsupportedURL` (-1002).
// Expected: `URLError.cannotConnectToHost` (-1004), because nothing listens on that port.

import Foundation
import FoundationNetworking

do {
  _ = try await URLSession.shared.data(from: URL(string: "HTTP://127.0.0.1:1/")!)
} catch {
  print("failed:", (error as? URLError)?.code.rawValue ?? 0)
}
