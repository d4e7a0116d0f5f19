package import StubPlatform

/// An entry in the catalogue of faults: a fault of responses, of connections or of TLS.
///
/// Rule files, their schema and the tables of the guide are made from these entries. To add a
/// fault, write its factory, its entry beside it, and the name of the entry in `all`.
///
/// ```swift
/// extension FaultKind<HTTPStubFault> {
///   static var close: Self {
///     Self(
///       "close", "Closes the connection in order when that much of the body is out.", [.after],
///       samples: [FaultArguments(after: .bytes(4))]
///     ) { .close(after: $0.after ?? .bytes(0)) }
///   }
/// }
/// ```
package struct FaultKind<Fault: Sendable>: Sendable {
  /// The name in rule files.
  package let name: String
  /// A sentence for editors; for faults of connections and TLS, the guide shows it as the effect on
  /// clients.
  package let summary: String
  package let parameters: [FaultParameter]
  /// The parameters that must be given.
  package let required: [FaultParameter]
  /// Examples of arguments, for the rows of the guide's table and the cases of tests.
  package let samples: [FaultArguments]
  /// Whether the fault can be limited to the first requests or connections.
  package let isCounted: Bool
  /// Makes the fault; `nil` if a required parameter is missing.
  package let make: @Sendable (FaultArguments) -> Fault?

  init(
    _ name: String, _ summary: String, _ parameters: [FaultParameter] = [],
    required: [FaultParameter] = [], samples: [FaultArguments] = [FaultArguments()],
    isCounted: Bool = true, make: @escaping @Sendable (FaultArguments) -> Fault?
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.required = required
    self.samples = samples
    self.isCounted = isCounted
    self.make = make
  }
}

/// A parameter of a fault; the name of the case is also the parameter's name in rule files.
package enum FaultParameter: String, Sendable, Hashable {
  case after
  case insideHead
  case by
  case every
  case base64
  case code
  case delay
}

/// The arguments of a fault.
package struct FaultArguments: Sendable, Hashable {
  package var after: BodyShare?
  package var insideHead: Int?
  package var by: Int?
  package var every: Duration?
  package var base64: Data?
  package var code: UInt32?
  package var delay: Duration?

  package init(
    after: BodyShare? = nil, insideHead: Int? = nil, by: Int? = nil, every: Duration? = nil,
    base64: Data? = nil, code: UInt32? = nil, delay: Duration? = nil
  ) {
    self.after = after
    self.insideHead = insideHead
    self.by = by
    self.every = every
    self.base64 = base64
    self.code = code
    self.delay = delay
  }
}

extension HTTPStubFault {
  /// All faults, with a sample for each kind of argument, for tables and tests.
  package static var samples: [HTTPStubFault] {
    FaultKind<HTTPStubFault>.all.flatMap { kind in kind.samples.compactMap(kind.make) }
  }
}
