// swift-tools-version: 6.2
import PackageDescription

// Regular expressions are those of PCRE2, which Apple's platforms do not have. `REGEX=foundation` and
// `REGEX=pcre2` ask for one of the two engines; MatchingRequests.md lists the differences.
#if os(macOS)
let usesFoundationRegex = Context.environment["REGEX"] != "pcre2"
// These two come with the SDKs of all of Apple's platforms.
let (libxml2, zlib): (String?, String?) = (nil, nil)
#else
let usesFoundationRegex = Context.environment["REGEX"] == "foundation"
let (libxml2, zlib): (String?, String?) = ("libxml-2.0", "zlib")
#endif

/// Platforms for which there are neither PCRE2 nor libyaml, nor what a listener needs.
let mobile: [Platform] = [.iOS, .tvOS, .watchOS, .visionOS]

let package = Package(
  name: "http-stubber",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "HTTPStubber", targets: ["HTTPStubber"]),
    .library(name: "StubCore", targets: ["StubCore"]),
    .library(name: "StubCassettes", targets: ["StubCassettes"]),
    .library(name: "StubDocuments", targets: ["StubDocuments"]),
    .library(name: "StubFiles", targets: ["StubFiles"]),
    .library(name: "StubRules", targets: ["StubRules"]),
    .library(name: "StubServer", targets: ["StubServer"]),
    .library(name: "StubTesting", targets: ["StubTesting"]),
    .library(name: "StubTools", targets: ["StubTools"]),
    .library(name: "StubServerTesting", targets: ["StubServerTesting"]),
    .executable(name: "stubber", targets: ["stubber"]),
  ],
  targets: [
    // System libraries, each wrapped once by the target that names it.
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: libxml2, providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CLibevent", pkgConfig: "libevent",
      providers: [.apt(["libevent-dev"]), .brew(["libevent"])]),
    .systemLibrary(
      name: "CNGHTTP2", pkgConfig: "libnghttp2",
      providers: [.apt(["libnghttp2-dev"]), .brew(["libnghttp2"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "openssl",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: zlib, providers: [.apt(["zlib1g-dev"])]),

    // The values of Foundation and the C library, whatever their modules are called here.
    .target(name: "StubPlatform"),
    // JSON, JSONPath, patterns, URI templates, response templates and XML; nothing about stubs.
    .target(
      name: "StubLanguages",
      dependencies: usesFoundationRegex
        ? ["StubPlatform", "CLibXML2"] : ["StubPlatform", "CLibXML2", "CPCRE2"]),
    // Values and rules: no sockets, no URL loading.
    .target(name: "StubCore", dependencies: ["StubPlatform", "StubLanguages", "CZlib"]),
    // YAML, JSON and property lists with positions: the text of all files below.
    .target(
      name: "StubDocuments",
      dependencies: [
        "StubPlatform", "StubCore",
        .target(name: "CLibYAML", condition: .when(platforms: [.macOS, .linux])),
      ]),
    // Recordings of all tools: read, record, redact, replay, compare, convert.
    .target(
      name: "StubCassettes",
      dependencies: ["StubPlatform", "StubCore", "StubDocuments", "CZlib"]),
    // Rule files and their checks. They name recordings, which know nothing of rules.
    .target(
      name: "StubRules",
      dependencies: ["StubPlatform", "StubCore", "StubDocuments", "StubCassettes"]),
    // Stub files of other tools. Tests that do not import it do not compile it.
    .target(
      name: "StubTools",
      dependencies: ["StubPlatform", "StubCore", "StubDocuments", "StubCassettes", "StubRules"]),
    // The four of them in one import.
    .target(
      name: "StubFiles",
      dependencies: ["StubDocuments", "StubCassettes", "StubRules", "StubTools"]),
    // The hosts; they never import each other.
    .target(name: "HTTPStubber", dependencies: ["StubPlatform", "StubCore"]),
    .target(
      name: "StubServer",
      dependencies: [
        "StubPlatform", "StubCore", "CCurl", "CLibevent", "CNGHTTP2", "COpenSSL",
      ]),
    // The page of the admin API, put into the program by the C compiler.
    .target(name: "CAdminPage", exclude: ["page.html"], publicHeadersPath: "."),
    // The admin API: steers a server while it runs. Apart from the server, as it reads stub files.
    .target(
      name: "StubAdmin",
      dependencies: ["StubPlatform", "StubCore", "StubFiles", "StubServer", "CAdminPage"]),
    // Traits, functions and a test case for tests; only it imports `Testing` and `XCTest`.
    .target(
      name: "StubTesting",
      dependencies: [
        "StubPlatform", "HTTPStubber", "StubCore", "StubDocuments", "StubCassettes", "StubRules",
      ]),
    // The listener in tests: apart, so that tests of `URLSession` alone do not compile the listener.
    .target(
      name: "StubServerTesting",
      dependencies: ["HTTPStubber", "StubCore", "StubServer", "StubTesting"]),
    // The command; nothing imports it.
    .executableTarget(
      name: "stubber",
      dependencies: ["StubPlatform", "StubAdmin", "StubCore", "StubFiles", "StubServer"]),

    // Decides on requests; Benchmarks/instructions counts its instructions.
    .executableTarget(
      name: "match-cost", dependencies: ["StubPlatform", "StubCore", "StubFiles"],
      path: "Benchmarks/instructions/match-cost"),

    // Shared by the tests of several targets.
    .target(name: "TestSupport", dependencies: ["StubLanguages"], path: "Tests/TestSupport"),
    // The same for stubs and their plans.
    .target(
      name: "CoreTestSupport", dependencies: ["StubCore"], path: "Tests/CoreTestSupport"),
    // What the examples of the guides need to be tested, public like the names that they show.
    .target(
      name: "ExampleSupport", dependencies: ["HTTPStubber", "StubCore"],
      path: "Tests/ExampleSupport"),
    // Types with the names that Alamofire has too.
    .target(name: "AlamofireNames", path: "Tests/AlamofireNames"),

    .testTarget(name: "StubLanguagesTests", dependencies: ["StubLanguages", "TestSupport"]),
    .testTarget(
      name: "StubCoreTests", dependencies: ["StubCore", "CoreTestSupport", "TestSupport"]),
    .testTarget(
      name: "StubFilesTests", dependencies: ["StubFiles", "CoreTestSupport", "TestSupport"]),
    .testTarget(
      name: "StubServerTests", dependencies: ["StubServer", "CoreTestSupport", "TestSupport"]),
    .testTarget(
      name: "StubAdminTests", dependencies: ["StubAdmin", "CoreTestSupport", "TestSupport"]),
    .testTarget(
      name: "HTTPStubberTests",
      dependencies: ["HTTPStubber", "CoreTestSupport", "TestSupport", "AlamofireNames"]),
    .testTarget(
      name: "StubTestingTests", dependencies: ["StubTesting", "TestSupport"],
      exclude: ["Fixtures", "Traits/Fixtures", "Traits/beside.yaml", "CassettePlayer/Fixtures"]),
    .testTarget(
      name: "StubServerTestingTests",
      dependencies: ["StubServerTesting", "StubTesting", "TestSupport"]),
    .testTarget(
      name: "StubberCommandTests", dependencies: ["stubber", "TestSupport"],
      exclude: ["Page/browser.py", "Page/page.py", "Page/large.py", "Page/steering.py", "Python"]),
    // The equivalent of each feature in the guide of OHHTTPStubs.
    .testTarget(
      name: "OHHTTPStubsExamplesTests",
      dependencies: ["ExampleSupport", "HTTPStubber", "StubServer", "TestSupport"],
      resources: [.copy("Fixtures")], packageAccess: false),
    // The examples of README and the guides. They see what a user's code sees: only public names.
    .testTarget(
      name: "GuideExamplesTests",
      dependencies: [
        "ExampleSupport", "TestSupport", "HTTPStubber", "StubFiles", "StubServer",
        "StubServerTesting", "StubTesting", "StubTools",
      ], exclude: ["Fixtures"], packageAccess: false),
    // Compares README, CONTRIBUTING and the guides with their examples; runs the recipes and commands.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "ExampleSupport", "TestSupport", "HTTPStubber", "StubCore", "StubFiles", "StubLanguages",
        "StubServer", "stubber",
      ]),
    // Recording against a real server, and replaying without it.
    .testTarget(
      name: "RecordingTests",
      dependencies: [
        "stubber", "TestSupport", "HTTPStubber", "StubCore", "StubFiles", "StubServer",
      ], exclude: ["Support"]),
    // The rules for every host.
    .testTarget(
      name: "ContractTests",
      dependencies: ["HTTPStubber", "StubFiles", "StubServer", "CoreTestSupport", "TestSupport"]),
    // The examples of the guide that the chains are modelled on, as printed there.
    .testTarget(
      name: "SeedExamplesTests", dependencies: ["ExampleSupport", "HTTPStubber"],
      packageAccess: false),
  ],
  swiftLanguageModes: [.v6]
)

// Set by `make lint` and `make test`: with `STRICT=1` a warning is an error, except in the examples of other
// libraries.
let isStrict = Context.environment["STRICT"] == "1"
let lenientTargets: Set = ["SeedExamplesTests"]

if usesFoundationRegex { package.targets.removeAll { $0.name == "CPCRE2" } }

// Set by `Tests/Fuzz/run`: the program with the fuzz targets, which needs libFuzzer to link.
if Context.environment["FUZZ"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "StubPlatform", "StubLanguages", "StubCore", "StubFiles", "StubServer", "StubAdmin",
      ],
      path: "Tests/Fuzz", exclude: ["run", "seeds"]))
}

for target in package.targets where target.type != .system && target.name != "CAdminPage" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatWarning("ExplicitSendable", as: .error),
  ]
  if usesFoundationRegex { target.swiftSettings?.append(.define("FOUNDATION_REGEX")) }
  target.swiftSettings?.append(.define("NO_YAML", .when(platforms: mobile)))
  if isStrict, !lenientTargets.contains(target.name) {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}

// Set by `make test ONLY="StubCoreTests StubFilesTests"`: other test targets are not compiled.
if let only = Context.environment["ONLY"]?.split(separator: " "), !only.isEmpty {
  package.targets.removeAll { $0.type == .test && !only.contains(Substring($0.name)) }
}

// Set for simulators: only what they can have is left, so that a scheme of the whole package builds.
if Context.environment["MOBILE"] == "1" {
  let kept: Set = [
    "StubPlatform", "StubLanguages", "StubCore", "StubDocuments", "StubCassettes", "StubRules",
    "StubTools", "StubFiles", "HTTPStubber", "StubTesting",
    "StubCoreTests", "CoreTestSupport", "SeedExamplesTests", "ExampleSupport", "CLibXML2",
    "CZlib", "CLibYAML",
  ]
  package.targets.removeAll { !kept.contains($0.name) }
  // Each product has the name of its target.
  package.products.removeAll { !kept.contains($0.name) }
}
