import Glibc
import SystemPackage

/// Messages that are no results. An error in writing them is ignored, since there is no other way
/// to report it.
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
  /// To be called first. Opens closed streams on /dev/null, so that no other file gets their
  /// numbers and with them the output; writing still fails, as on a closed stream. It also ignores
  /// SIGPIPE: where the output is closed early, as by `tideline list … | head`, a write fails and
  /// does not end the process.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // open returns the lowest number that is free, which is this one.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
