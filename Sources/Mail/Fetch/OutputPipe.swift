import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// Receives the output of a command and of all processes that it starts, for as long as we want to
/// read it.
///
/// A pipe of Subprocess's own is not used: it is closed when the first process has ended, and
/// another process that still writes then dies of `SIGPIPE`.
final class OutputPipe: Sendable {
  /// The command's end of the pipe.
  let input: FileDescriptor
  private let output: FileDescriptor
  private let report: (@Sendable (String) -> Void)?
  private let tail = Mutex(OutputTail())
  private let queue = DispatchQueue(label: "Mail.OutputPipe")
  // Dispatch's sources may be used from any thread; their type does not say so.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// The capacity of a pipe on Linux: processes that have ended leave no more than this to read.
  private static let size = 65_536

  /// Starts to read. Must be closed.
  ///
  /// - Parameter report: called with each new last line, on a queue of the pipe's own.
  /// - Throws: `Errno`, for example when too many files are open.
  init(report: (@Sendable (String) -> Void)?) throws(Errno) {
    do {
      (output, input) = try FileDescriptor.pipe()
    } catch let error as Errno { throw error } catch { throw .ioError }
    self.report = report
    for end in [output, input] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    // Only our end does not block: programs do not expect an error when their output is full.
    _ = fcntl(output.rawValue, F_SETFL, O_NONBLOCK)
    source = DispatchSource.makeReadSource(fileDescriptor: output.rawValue, queue: queue)
    source.setEventHandler { _ = self.read() }
    source.setCancelHandler { [input, output] in
      try? input.close()
      try? output.close()
    }
    source.activate()
  }

  /// The end of the output so far, on either stream.
  var text: String { tail.withLock { $0 }.text }

  /// Reads the rest of the output, up to a pipe's capacity.
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

  /// The number of bytes read; nil where there was nothing to read.
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
