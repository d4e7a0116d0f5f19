/// Plans for many requests, of which stubs that answer alike share one with what hosts made of it.
///
/// Of many thousand stubs most answer with one of few responses, which so are near together in
/// memory.
package final class SharedPlans: Sendable {
  /// What a plan is made of.
  private struct Source: Hashable {
    let specification: ResponseSpecification
    /// What the specification has of texts, byte by byte: equal JSON, field names and accented
    /// letters can be written in several ways.
    let texts: [UInt8]

    init(_ specification: ResponseSpecification) {
      self.specification = specification
      texts = specification.texts
    }

    func hash(into hasher: inout Hasher) {
      // What else there is hardly ever differs where these are the same.
      texts.withUnsafeBytes { hasher.combine(bytes: $0) }
      if case .data(let data) = specification.body { hasher.combine(data) }
      hasher.combine(specification.head.status)
    }
  }

  /// Plans with a longer body are not kept as long as the table.
  static let largestBody = 64 * 1_024

  private let recent = RecentTable<Source, ResponsePlan>()
  private let recentFiles = RecentTable<Source, FilePlan>()

  package init() {}

  /// The plan to keep for a request and those to come: one that was made of the same before, if it
  /// is still known, else the one that `make` returns.
  ///
  /// In the process each stub has its own, of which the host keeps the response for its URL.
  func plan(
    of specification: ResponseSpecification, for request: ReceivedRequest,
    make: () throws -> ResponsePlan
  ) throws -> ResponsePlan {
    guard request.isFromListener else { return try make().kept() }
    return try recent.value(for: Source(specification)) {
      try make().kept()
    } keeps: {
      $0.isPlain && $0.body.count <= Self.largestBody
    }
  }

  /// The same for a response whose body is a small file, for each state of which there is a plan.
  func plans(
    of specification: ResponseSpecification, _ file: String, for request: ReceivedRequest
  ) -> FilePlan {
    guard request.isFromListener else { return FilePlan(file) }
    return recentFiles.value(for: Source(specification)) { FilePlan(file) }
  }
}

extension ResponseSpecification {
  /// All texts of the response as they are written, each behind its length.
  fileprivate var texts: [UInt8] {
    var texts: [UInt8] = []
    texts.reserveCapacity(128)
    func add(_ text: String) {
      text.withBytes { bytes in
        withUnsafeBytes(of: bytes.count) { texts.append(contentsOf: $0) }
        texts.append(contentsOf: bytes)
      }
    }
    add(head.reason ?? "")
    add(contentType?.rawValue ?? "")
    switch body {
    // Data is compared by its bytes.
    case .none, .data: break
    case .text(let text): add(text)
    case .json(let value): add(value.text())
    case .file(let path): add(path)
    }
    for field in head.headers.fields {
      add(field.name.rawName)
      add(field.value)
    }
    return texts
  }
}
