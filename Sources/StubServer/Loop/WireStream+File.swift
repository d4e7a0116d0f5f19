import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// Parts of files, which the system sends without their bytes being read here.
extension WireStream {
  /// Sends a part of a file behind the output; nothing is to be written before it is out.
  func write(_ part: FilePart) {
    guard !part.range.isEmpty else { return }
    let hadOutput = hasOutput
    moveBody()
    file = part
    if !hadOutput { onOutput?() }
  }

  /// Gives the system as much of the file as it takes; a file with a problem is given up.
  ///
  /// - Returns: how many bytes it took; -1 when it takes none, for which `errno` has the reason.
  func sendFile() -> Int {
    guard let part = file else { return 0 }
    let count = Descriptor.sendFile(part.file.descriptor, part.range, to: descriptor)
    if count > 0 {
      file = part.dropFirst(count)
    } else if count == 0 {
      giveUpFile(part.file.becameShorter)
    } else if errno != EAGAIN, errno != EINTR {
      return readFile(part)
    }
    return count
  }

  /// Puts some of the file into the output, where the system cannot send it or the connection is
  /// broken, which the next bytes then tell.
  private func readFile(_ part: FilePart) -> Int {
    let count = min(part.range.count, EventLoop.bufferSize)
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { room in
      do throws(BodyReadError) {
        try part.file.read(from: part.range.lowerBound, into: room)
        file = part.dropFirst(count)
        write(UnsafeRawBufferPointer(room))
      } catch {
        giveUpFile(error)
      }
    }
    return 0
  }

  private func giveUpFile(_ problem: BodyReadError) {
    file = nil
    fileProblem = problem
  }
}

extension FilePart {
  /// What is left after the first bytes; `nil` for nothing.
  fileprivate func dropFirst(_ count: Int) -> FilePart? {
    guard count < range.count else { return nil }
    return FilePart(file: file, range: range.dropFirst(count))
  }
}
