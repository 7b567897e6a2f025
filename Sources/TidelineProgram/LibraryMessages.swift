import CTidelineGLib

/// Warnings and remarks of GLib and the libraries on it. They are for developers, and may contain
/// text from outside.
package enum LibraryMessages {
  /// Hides the messages; call it once, before a library is used. From then on they are written only
  /// if `G_MESSAGES_DEBUG` is set, and escaped as `TerminalText`. An error, after which GLib ends
  /// the process, is always written.
  package static func hide() {
    let write: GLogWriterFunc = { level, fields, count, _ in
      let isError = level.rawValue & G_LOG_LEVEL_ERROR.rawValue != 0
      guard isError || g_getenv("G_MESSAGES_DEBUG") != nil,
        g_log_writer_default_would_drop(level, LibraryMessages.domain(fields, count)) == 0,
        let line = g_log_writer_format_fields(level, fields, count, 0)
      else { return G_LOG_WRITER_HANDLED }
      defer { g_free(line) }
      StandardError.write("\(lines: String(cString: line))")
      return G_LOG_WRITER_HANDLED
    }
    g_log_set_writer_func(write, nil, nil)
  }

  /// The library that writes a message.
  private static func domain(_ fields: UnsafePointer<GLogField>?, _ count: gsize)
    -> UnsafePointer<CChar>?
  {
    UnsafeBufferPointer(start: fields, count: Int(count))
      .first { String(cString: $0.key) == "GLIB_DOMAIN" }?
      .value?.assumingMemoryBound(to: CChar.self)
  }
}
