import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// Receives the output of a command and of all processes that it starts, until ``close()``.
///
/// Subprocess's own pipe is not used: it is closed when the first process ends, and another process
/// that still writes then dies of `SIGPIPE`.
final class OutputPipe: Sendable {
  /// The command's end of the pipe.
  let input: FileDescriptor
  private let output: FileDescriptor
  private let report: (@Sendable (String) -> Void)?
  private let tail = Mutex(OutputTail())
  private let queue = DispatchQueue(label: "Mail.OutputPipe")
  // Dispatch sources may be used from any thread, but their type is not marked `Sendable`.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// The capacity of a pipe on Linux: processes that have ended leave no more than this to read.
  private static let size = 65_536

  /// Starts to read. The caller must call ``close()`` in the end.
  ///
  /// - Parameter report: called on the pipe's own queue whenever the command has printed something,
  ///   with the last line so far that is not blank.
  /// - Throws: `Errno`, for example when too many files are open.
  init(report: (@Sendable (String) -> Void)?) throws(Errno) {
    do {
      (output, input) = try FileDescriptor.pipe()
    } catch let error as Errno { throw error } catch { throw .ioError }
    self.report = report
    for end in [output, input] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    // Only the reading end is non-blocking: programs expect a write to a full pipe to wait.
    _ = fcntl(output.rawValue, F_SETFL, O_NONBLOCK)
    source = DispatchSource.makeReadSource(fileDescriptor: output.rawValue, queue: queue)
    source.setEventHandler { _ = self.read() }
    source.setCancelHandler { [input, output] in
      try? input.close()
      try? output.close()
    }
    source.activate()
  }

  /// The last output so far, from standard output and standard error.
  var text: String { tail.withLock { $0 }.text }

  /// Reads the rest of the output, up to a pipe's capacity, and closes the pipe.
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

  /// Reads once, and returns the number of bytes; nil if there was nothing to read.
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

/// The last bytes of a command's output.
struct OutputTail {
  /// The number of bytes to keep: a screenful or two.
  static let limit = 8_192
  /// The number of characters to keep of a line: a longer line is of no use to the user.
  static let lineLimit = 500

  private var bytes: [UInt8] = []
  private var isCut = false

  mutating func append(_ new: UnsafeRawBufferPointer) {
    bytes += new.suffix(Self.limit)
    isCut = isCut || new.count > Self.limit
    guard bytes.count > Self.limit else { return }
    bytes.removeFirst(bytes.count - Self.limit)
    isCut = true
  }

  /// The kept lines as a terminal would show them, without empty lines at the start and the end.
  /// Leaves out a line whose beginning was not kept, unless it is the only line.
  var text: String {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    if isCut, lines.count > 1 { lines = lines.dropFirst() }
    let shown = lines.map(Self.shown)
    guard let last = shown.lastIndex(where: { !$0.isEmpty }) else { return "" }
    return shown[...last].drop(while: \.isEmpty).joined(separator: "\n")
  }

  /// The last line that is not blank; empty if there is none.
  var lastLine: String {
    bytes.split(separator: UInt8(ascii: "\n")).reversed().lazy.map(Self.shown)
      .first { !$0.allSatisfy(\.isWhitespace) } ?? ""
  }

  /// The line as a terminal would show it, without colors and other escapes. A progress bar
  /// writes over its line after each carriage return, so only the last such text is kept.
  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    let visible = line.split(separator: UInt8(ascii: "\r")).last ?? []
    var result = String.UnicodeScalarView()
    var escape = Escape.none
    for scalar in String(decoding: visible, as: UTF8.self).unicodeScalars {
      switch (escape, scalar.value) {
      case (_, 0x1B): escape = .began
      case (.began, 0x5B): escape = .parameters
      case (.parameters, 0x20...0x3F): break
      case (.began, _), (.parameters, _): escape = .none
      case (.none, 0x09): result.append(" ")
      case (.none, 0..<0x20), (.none, 0x7F..<0xA0): break
      case (.none, _): result.append(scalar)
      }
      if result.count == lineLimit { break }
    }
    return String(result)
  }

  /// The position within an escape sequence such as `ESC [ 1 ; 31 m`.
  private enum Escape { case none, began, parameters }
}
