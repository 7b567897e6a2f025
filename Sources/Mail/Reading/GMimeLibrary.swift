import CGMime

/// GMime's one-time set-up, and the settings that every parse shares.
enum GMimeLibrary {
  /// Touch it before any other call to GMime. Global constants are made once, by whichever thread
  /// comes first, while the others wait.
  static let options: ParserOptions = {
    g_mime_init()
    return ParserOptions()
  }()

  /// Read-only once made, so it may be shared between threads.
  struct ParserOptions: @unchecked Sendable {
    let pointer: OpaquePointer?

    fileprivate init() {
      pointer = g_mime_parser_options_new()
      // Headers that hold raw 8-bit bytes do not say in which charset. UTF-8 rejects what is not
      // its own, so it goes first; Windows-1252 is what the rest mostly is.
      "utf-8".withCString { first in
        "windows-1252".withCString { second in
          var charsets: [UnsafePointer<CChar>?] = [first, second, nil]
          g_mime_parser_options_set_fallback_charsets(pointer, &charsets)
        }
      }
    }
  }
}
