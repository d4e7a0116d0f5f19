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
    "har/test/mitmproxy/data/corrupted_har/broken_headers.json": noFormat,
    "har/test/mitmproxy/data/corrupted_har/brokenfile.har":
      "expected \",\" or \"}\", got \"\\\"\" in the mapping that starts at 1:1",
    "har/test/mitmproxy/data/har_extractor.har": noFormat,
    "har/test/mitmproxy/data/har_files/charles.json": flows,
    "har/test/mitmproxy/data/har_files/chrome.json": flows,
    "har/test/mitmproxy/data/har_files/firefox.json": flows,
    "har/test/mitmproxy/data/har_files/head-content-length.json": flows,
    "har/test/mitmproxy/data/har_files/insomnia.json": flows,
    "har/test/mitmproxy/data/har_files/postdata.json": flows,
    "har/test/mitmproxy/data/har_files/safari.json": flows,
    "har/test/mitmproxy/data/har_files/with-bom.json": flows,
    "hoverfly/core/handlers/v2/schema.json": noFormat,
    "hoverfly/docs/pages/tutorials/basic/loosematching/simulation.json": fragment,
    "hoverfly/docs/pages/tutorials/basic/loosematching/simulationimport.json": fragment,
    "hoverfly/examples/journal-templating/journal-template.json": #""templated" is not supported"#,
    "hoverfly/examples/postserveaction/simulation-with-callback.json": "\"postServeAction\"",
    "hoverfly/functional-tests/core/testdata/test-student-data.csv": notStubs,
    "hoverfly/functional-tests/hoverctl/sandbox-1769533177/testdata/test-student-data.csv":
      notStubs,
    "hoverfly/functional-tests/hoverctl/testdata/delays.json": "a simulation with \"pairs\"",
    "hoverfly/functional-tests/hoverctl/testdata/request-template.json":
      "a simulation with \"pairs\"",
    "hoverfly/functional-tests/hoverctl/testdata/test-student-data.csv": notStubs,
    "hoverfly/functional-tests/hoverctl/testdata/test-student-data1.csv": notStubs,
    "mocktail/Tests/Fixtures/empty.bundle/nothingtoseehere.json": "the end of the file",
    "mocktail/Tests/Fixtures/emptyfile.json": "the end of the file",
    "\(mountebank)dataStringify/imposters.ejs": ejs,
    "\(mountebank)dataStringify/services/body.ejs": noFormat,
    "\(mountebank)dataStringify/services/data.ejs": ejs,
    "\(mountebank)imposters/accounts.json": ejs,
    "\(mountebank)imposters/email.json": "smtp",
    "\(mountebank)imposters/imposters.ejs": ejs,
    "\(mountebank)imposters/users.json": ejs,
    "\(mountebank)nestedStringify/imposters.ejs": ejs,
    "\(mountebank)nestedStringify/services/body.ejs": noFormat,
    "\(mountebank)nestedStringify/services/data.ejs": ejs,
    "\(mountebank)nestedStringify/services/response.ejs": script,
    "\(mountebank)templates/counter.ejs": script,
    "\(mountebank)templates/imposters.ejs": ejs,
    "\(mountebank)templates/originServer.ejs": ejs,
    "\(mountebank)templates/originServerResponse.ejs": script,
    "\(mountebank)templates/proxy.ejs": script,
    "\(mountebank)templates/proxyServer.ejs": ejs,
    "vcrpy/tests/fixtures/migration/not_cassette.txt": notStubs,
  ]

  private static let notStubs = #"not a rule file; start with "stubs:" and a list"#
  private static let noFormat = "unknown format with the keys"
  private static let fragment = "\":\" after the end of the document"
  private static let ejs = "EJS tags are not supported"
  private static let script = "a \":\" where no key can stand"
  private static let mountebank = "mountebank/mbTest/cli/"
  private static let beKindRewind = "bekindrewind/Example/Tests/Fixtures/"
  private static let pathHelper =
    "\(beKindRewind)BKRTestCaseFilePathHelperTestCase.bundle/"
  private static let otherPropertyList = "this property list is not a recording"
  private static let flows = "mitmproxy flows are not supported"
}
