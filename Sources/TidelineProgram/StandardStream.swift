import Glibc
import SystemPackage

/// Messages that are not results. Errors in writing them are ignored, since there is no other way
/// to report them.
package enum StandardError {
  /// Writes a line, or several.
  package static func write(_ text: TerminalText) { draw("\(text)\n") }

  /// Writes text without ending its line.
  package static func draw(_ text: TerminalText) {
    _ = try? FileDescriptor.standardError.writeAll(text.text.utf8)
  }
}

/// The process's standard streams.
package enum StandardStream {
  /// Prepares the streams; call it first. Closed streams are opened on /dev/null, so that no other
  /// file gets their descriptors, and so the program's output. Writing still fails, as on a closed
  /// stream. SIGPIPE is ignored: if the output is closed early, as by `tideline list … | head`, a
  /// write fails and does not end the process.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // Relies on open, which returns the lowest free number: this stream's.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
