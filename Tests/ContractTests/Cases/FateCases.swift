import StubCore

enum FateCases {
  static let all = [
    ContractCase("an empty set answers nothing", ContractRequest.get("/").getsNothing) { _ in },
    ContractCase(
      "an unmatched request can get any status",
      ContractRequest.get("/").gets(501, ContractSuite.unmatched)
    ) { $0.unmatchedResponse = .status(.notImplemented) },
    ContractCase(
      "a stub with a faulty literal pattern answers nothing",
      stub: { $0.match(urlRegex: "(").stub(.text("x")) }, ContractRequest.get("/(").getsNothing),
    ContractCase(
      "a removed stub answers nothing", ContractRequest.get("/").gets("kept"),
      ContractRequest.get("/a").getsNothing
    ) { set in
      set.add(stub: HTTPStubRequest().match(path: "/").stub(.text("kept")))
      let gone = set.add(stub: HTTPStubRequest().stub(.text("gone")))
      set.remove(stub: gone.id)
    },
  ]
}
