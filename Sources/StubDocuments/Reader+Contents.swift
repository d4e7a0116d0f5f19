import StubCore
package import StubPlatform

extension Reader {
  /// Notes a file that a value needs, whose later changes count as changes of the document.
  package func note(file path: String, of value: Value) {
    findings.note(file: path, value.position.source.reading.stamp(path))
  }

  /// Notes a file that a value uses as a body.
  package func note(body path: String, of value: Value) {
    findings.note(body: path, value.position.source.reading.stamp(path))
  }

  /// Returns the bytes of the file at `path`; reports a file that cannot be read or exceeds the
  /// limit.
  package func fileContents(_ value: Value, at path: String, atMost limit: Int) -> Data? {
    do throws(FileProblem) {
      return Data(try value.position.source.reading.bytes(path, limit).get())
    } catch  where error.code == FileProblem.tooLong {
      report(
        value, found: "cannot use \(path): \(FileSize.excess(of: path, over: limit))",
        remedy: .advice(FileSize.remedy))
    } catch {
      report(value, found: "cannot read the file \(path): \(error)", remedy: .advice(error.remedy))
    }
    return nil
  }
}
