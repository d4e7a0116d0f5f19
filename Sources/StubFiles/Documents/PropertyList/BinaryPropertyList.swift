#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Property lists in Apple's binary form, which are read by way of XML.
enum BinaryPropertyList {
  /// How many values a byte may stand for; without lists that stand in several places it is 1.
  private static let valuesPerByte = 4

  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

  /// The same property list in XML; places in messages are those of that text.
  ///
  /// - Throws: `FileDiagnostic` when it is damaged, nests too deep, or stands for too many values.
  static func xml(of bytes: [UInt8], named name: String) throws(FileDiagnostic) -> [UInt8] {
    let decoder = PropertyListDecoder()
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    do {
      decoder.userInfo[PropertyListTree.budgetKey] = PropertyListTree.Budget(
        valuesPerByte * bytes.count)
      let tree = try decoder.decode(PropertyListTree.self, from: Data(bytes))
      return Array(try encoder.encode(tree))
    } catch {
      throw FileDiagnostic(
        file: name, found: "a binary property list that cannot be read",
        expected: "one of at most \(DocumentLimits.depth) levels that holds each list once, or XML",
        remedy: "try plutil -convert xml1 FILE, or plistutil -i FILE -o XMLFILE")
    }
  }
}
