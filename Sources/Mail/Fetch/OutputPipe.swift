import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// What a command and all that it starts print into, read for as long as we want to hear it.
///
/// Not a pipe of Subprocess's own: it closes that when the first process has ended, and whoever of
/// the others has a last word then dies of `SIGPIPE`.
final class OutputPipe: Sendable {
  /// The command's end.
  let input: FileDescriptor
  private let output: FileDescriptor
  private let report: (@Sendable (String) -> Void)?
  private let tail = Mutex(OutputTail())
  private let queue = DispatchQueue(label: "Mail.OutputPipe")
  // Dispatch's sources may be used from any thread; their type does not say so.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// What a pipe holds at most on Linux: more than this is not left over by one who has ended.
  private static let size = 65_536

  /// Starts to read. Must be closed.
  ///
  /// - Parameter report: is told each last line, on a queue of the pipe's own.
  /// - Throws: `Errno`, such as for too many open files.
  init(report: (@Sendable (String) -> Void)?) throws(Errno) {
    do {
      (output, input) = try FileDescriptor.pipe()
    } catch let error as Errno { throw error } catch { throw .ioError }
    self.report = report
    for end in [output, input] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    // Our end alone: programs do not expect to be told that theirs is full.
    _ = fcntl(output.rawValue, F_SETFL, O_NONBLOCK)
    source = DispatchSource.makeReadSource(fileDescriptor: output.rawValue, queue: queue)
    source.setEventHandler { _ = self.read() }
    source.setCancelHandler { [input, output] in
      try? input.close()
      try? output.close()
    }
    source.activate()
  }

  /// The last of what was printed so far, on either stream.
  var text: String { tail.withLock { $0 }.text }

  /// Reads what is left, and no more.
  func close() async {
    await withCheckedContinuation { done in
      queue.async {
        var left = Self.size
        while left > 0, let count = self.read() { left -= count }
        self.source.cancel()
        done.resume()
      }
    }
  }

  /// How many bytes there were to read; nil where there was nothing.
  private func read() -> Int? {
    withUnsafeTemporaryAllocation(byteCount: Self.size, alignment: 1) { buffer in
      guard let count = try? output.read(into: buffer), count > 0 else { return nil }
      let line = tail.withLock {
        $0.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return $0.lastLine
      }
      if !line.isEmpty { report?(line) }
      return count
    }
  }
}
