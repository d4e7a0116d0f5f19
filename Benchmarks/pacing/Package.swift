// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "pacing",
  targets: [
    // What the system's own module leaves out.
    .systemLibrary(name: "CLinux"),
    .executableTarget(name: "pacing", dependencies: ["CLinux"]),
  ],
  swiftLanguageModes: [.v6]
)
