#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPStubFault {
  /// A sound head that announces chunks, then a line that is no chunk size, then the end.
  public static let malformedChunk = HTTPStubFault(
    "malformedChunk", steps: [.head, .raw(Data("not a chunk size\r\n".utf8)), .end(.close)],
    headEdit: HeadEdit(announcesChunks: true), clientError: .forCutBody)
}
