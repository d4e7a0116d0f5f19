// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "inprocess",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "http-stubber", path: "../..")],
  targets: [
    .executableTarget(
      name: "inprocess", dependencies: [.product(name: "HTTPStubber", package: "http-stubber")])
  ],
  swiftLanguageModes: [.v6]
)
