import CPullToRefreshGtk
import Glibc

/// The lines of standard input as they come; nil at the end.
enum CommandInput {
  private static var heard: (String?) -> Void = { _ in }

  static func listen(_ handler: @escaping (String?) -> Void) {
    heard = handler
    let input = g_io_channel_unix_new(STDIN_FILENO)
    g_io_add_watch(
      input,
      GIOCondition(G_IO_IN.rawValue | G_IO_HUP.rawValue),
      { _, _, _ in MainActor.assumeIsolated { CommandInput.next() } },
      nil
    )
  }

  private static func next() -> gboolean {
    let line = readLine()
    heard(line)
    return line == nil ? 0 : 1
  }
}

func flushOutput() { fflush(nil) }

/// The number of times that the main loop went to wait.
nonisolated enum MainLoopTurns {
  // The poll function is a C function without context, on the main thread.
  private nonisolated(unsafe) static var turns = 0

  static var taken: Int { turns }

  static func count() {
    g_main_context_set_poll_func(nil) { descriptors, count, timeout in
      MainLoopTurns.turns += 1
      return g_poll(descriptors, count, timeout)
    }
  }
}
