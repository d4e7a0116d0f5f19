/// The recordings beside the package that are refused, each with a part of the one message.
enum CassetteRefusals {
  static let messages: [String: String] = [
    "\(pathHelper)testReturnsDictionaryFromMatchingPlistForThisTestCase.plist":
      otherPropertyList,
    "\(pathHelper)testThrowsExceptionForExistentPlistWithRootArrayMatchingThisTestCase.plist":
      otherPropertyList,
    "\(beKindRewind)SimplePlistArray.plist": otherPropertyList,
    "\(beKindRewind)SimplePlistDictionary.plist": otherPropertyList,
    "dvr/Tests/DVRTests/Fixtures/testfile.txt": notStubs,
    "har/test/mitmproxy/data/corrupted_har/broken_headers.json": "unknown key \"headers\"",
    "har/test/mitmproxy/data/corrupted_har/brokenfile.har":
      "\"\\\"\" in the mapping that starts at line 1, column 1; expected \",\" or \"}\"",
    "har/test/mitmproxy/data/har_extractor.har": "unknown key \"test_response\"",
    "har/test/mitmproxy/data/har_files/charles.json": flows,
    "har/test/mitmproxy/data/har_files/chrome.json": flows,
    "har/test/mitmproxy/data/har_files/firefox.json": flows,
    "har/test/mitmproxy/data/har_files/head-content-length.json": flows,
    "har/test/mitmproxy/data/har_files/insomnia.json": flows,
    "har/test/mitmproxy/data/har_files/postdata.json": flows,
    "har/test/mitmproxy/data/har_files/safari.json": flows,
    "har/test/mitmproxy/data/har_files/with-bom.json": flows,
    "mocktail/Tests/Fixtures/empty.bundle/nothingtoseehere.json": "the end of the file",
    "mocktail/Tests/Fixtures/emptyfile.json": "the end of the file",
    "vcrpy/tests/fixtures/migration/not_cassette.txt": notStubs,
  ]

  /// The folders of formats that are not read yet: their files are neither tested nor in the table.
  static let unreadFolders: Set<String> = [
    "hoverfly", "mountebank",
  ]

  private static let notStubs = "expected a mapping such as \"stubs:\", or a list of stubs"
  private static let beKindRewind = "bekindrewind/Example/Tests/Fixtures/"
  private static let pathHelper =
    "\(beKindRewind)BKRTestCaseFilePathHelperTestCase.bundle/"
  private static let otherPropertyList = "that is no recording"
  private static let flows = "a list of mitmproxy's flows, which is without bodies"
}
