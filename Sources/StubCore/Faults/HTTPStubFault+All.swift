extension HTTPStubFault {
  /// Every fault there is, each once or with each kind of parameter: for tables and tests.
  package static let samples: [HTTPStubFault] = [
    .neverAnswer,
    .emptyResponse,
    .reset,
    .reset(insideHead: 20),
    .reset(after: .bytes(4)),
    .reset(after: .percent(50)),
    .close(after: .bytes(4)),
    .close(after: .percent(50)),
    .halfClose(after: .bytes(4)),
    .stall(insideHead: 20),
    .stall(after: .bytes(4)),
    .slowHead(every: .milliseconds(1)),
    .garbage,
    .malformedChunk,
    .wrongLength(by: 3),
    .wrongLength(by: -3),
    .duplicateLength,
    .invalidHeader,
    .resetStream(code: 2, after: .bytes(4)),
    .goAway(code: 2),
  ]
}
