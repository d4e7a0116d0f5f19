import StubCore
import StubFiles
import StubPlatform

/// `stubber cassettes`: lists cassettes with their last use by a test, and deletes unused ones.
struct CassettesCommand: Command {
  enum Action: String {
    case list
    case prune
  }

  static let name = "cassettes"
  static let summary = "List cassettes, and delete those that no test has used"
  static let syntax = CommandSyntax<Self>(
    operands: [
      Operand(
        "ACTION",
        help: [
          ["list", "Show last use, number of interactions, size and age of each cassette"],
          ["prune", "Delete the cassettes that no test has used, after asking"],
        ]
      ) { command, word in
        guard let action = Action(rawValue: word) else {
          throw UsageError("unknown action \"\(word)\"; use list or prune")
        }
        command.action = action
      },
      Operand(
        "FOLDER", help: [["FOLDER", "Folder of cassettes (default: Tests)"]], isOptional: true
      ) { $0.folder = $1 },
    ],
    OptionGroup([
      .value(
        "used", "FILE", "Used cassettes, listed by tests (default: \(UsedCassettes.defaultFile))"
      ) { $0.usesFile = try $1.filled },
      .flag("yes", letter: "y", "Delete without asking") { $0.isConfirmed = true },
    ]))
  static let notes = """
    Tests with StubTesting list the cassettes that they use in .build/stubber-cassettes.txt, or in the
    file that the variable STUBBER_USED_CASSETTES names. Run all tests before prune.
    """
  static let examples = ["list", "prune Tests/AppTests/Fixtures"]

  var action = Action.list
  var folder = "Tests"
  var usesFile = UsedCassettes.defaultFile
  var isConfirmed = false

  func run(_ console: Console) throws -> ExitCode {
    guard DurableFile.mode(of: folder) != nil else {
      console.emit(.error("\(folder): no such file or folder"))
      return .cannotStart
    }
    let uses = UsedCassettes(file: usesFile).lastUses()
    let cassettes = ListedCassette.all(in: [folder], uses: uses ?? [:])
    switch action {
    case .list:
      console.emit(CassetteList(cassettes: cassettes, isKnown: uses != nil, now: Date()))
      return .success
    case .prune:
      guard uses != nil else {
        console.emit(
          .error("\(usesFile): no such file; run all tests first, or give the file with --used"))
        return .cannotStart
      }
      let unused = cassettes.filter { $0.lastUse == nil }
      // Uses have absolute paths. So if the folder has moved,
      // none of its cassettes has a known use.
      guard unused.isEmpty || unused.count < cassettes.count else {
        console.emit(
          .error("\(usesFile): names no cassette in \(folder); run all tests here first"))
        return .cannotStart
      }
      return prune(unused, console)
    }
  }

  private func prune(_ unused: [ListedCassette], _ console: Console) -> ExitCode {
    if unused.isEmpty {
      console.emit(.notice("pruned", "Every cassette has been used."))
      return .success
    }
    console.emit(CassetteList(cassettes: unused, isKnown: true, now: Date()))
    guard
      isConfirmed
        || (console.isTerminal && confirmDeletion(Count(unused.count, "cassette"), console))
    else {
      if !console.isTerminal { console.emit(.warning("nothing was deleted; use --yes to delete")) }
      return .problems
    }
    var result = ExitCode.success
    for cassette in unused {
      do throws(FileProblem) {
        try cassette.delete()
        console.emit(.notice("deleted", "Deleted \(cassette.path)."))
      } catch {
        console.emit(.error("cannot delete \(cassette.path): \(error)"))
        result = .problems
      }
    }
    return result
  }

  private func confirmDeletion(_ count: Count, _ console: Console) -> Bool {
    console.print("Delete \(count)? Type yes:")
    console.flush()
    return readLine() == "yes"
  }
}

/// The output of `cassettes`: cassettes with their sizes and last uses.
private struct CassetteList: Event {
  let cassettes: [ListedCassette]
  /// Whether test runs have noted which cassettes they use.
  let isKnown: Bool
  let now: Date

  func text(_ console: Console) -> String? {
    if cassettes.isEmpty { return "no cassettes" }
    let rows = cassettes.map { cassette in
      [
        isKnown ? cassette.lastUse.map { "\(age($0)) ago" } ?? "never" : "unknown",
        "\(cassette.interactions)", "\(ByteCount(cassette.bytes))",
        cassette.recordedAt.map(age) ?? "", cassette.path,
      ]
    }
    return Table(rows: [["last use", "interactions", "size", "age", "cassette"]] + rows).text
  }

  var jsonLines: [String] {
    cassettes.map { cassette in
      Self.json(
        "cassette",
        [
          "file": .string(cassette.path), "interactions": .number(cassette.interactions),
          "bytes": .number(cassette.bytes), "recordedAt": seconds(cassette.recordedAt),
          "lastUse": seconds(cassette.lastUse),
        ])
    }
  }

  private func seconds(_ date: Date?) -> JSONValue {
    date.map { .number(Int($0.timeIntervalSince1970)) } ?? .null
  }

  private func age(_ date: Date) -> String {
    let seconds = Int(max(0, now.timeIntervalSince(date)))
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7_200: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3_600) h"
    default: return "\(seconds / 86_400) d"
    }
  }
}
