import Glibc

/// Everything that is no result. Where it cannot be written there is nobody to tell.
package enum StandardError {
  /// Writes a line, or several.
  package static func write(_ text: TerminalText) { draw("\(text)\n") }

  /// Writes text without ending its line.
  package static func draw(_ text: TerminalText) {
    _ = StandardStream.write(text.text.utf8, to: STDERR_FILENO)
  }
}

/// What the process is given to write into.
package enum StandardStream {
  /// To be called first. Gives streams that are closed a number that no other file can get, which
  /// would then receive what is written for people; writing to it fails as writing to a closed one
  /// does. And where our output is closed early, as by `tideline list … | head`, a write fails and
  /// does not end the process.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // The lowest number that is free.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Returns when the system has everything.
  ///
  /// - Returns: what is wrong, as `errno` has it; nil for nothing.
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
