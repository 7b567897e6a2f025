import Glibc

/// Messages that are no results. An error in writing them is ignored, since there is no other way
/// to report it.
package enum StandardError {
  /// Writes a line, or several.
  package static func write(_ text: TerminalText) { draw("\(text)\n") }

  /// Writes text without ending its line.
  package static func draw(_ text: TerminalText) {
    _ = StandardStream.write(text.text.utf8, to: STDERR_FILENO)
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

  /// Writes all bytes.
  ///
  /// - Returns: the error as in `errno`; nil for success.
  package static func write(_ bytes: some Sequence<UInt8>, to file: Int32) -> Int32? {
    ContiguousArray(bytes).withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.write(file, part.baseAddress, part.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return errno }
        rest = rest.dropFirst(count)
      }
      return nil
    }
  }
}
