import CGMime

/// GMime's initialization, and the parser options shared by all parsing.
enum GMimeLibrary {
  /// The parser options. Must be used before any other call to GMime: the first use initializes
  /// GMime, once, while other threads wait.
  static let options: ParserOptions = {
    g_mime_init()
    keepConverters()
    return ParserOptions()
  }()

  /// Keeps one converter open for each common charset. The C library loads a charset's tables from
  /// disk, under a lock, for the first open converter, and drops them when the last one is closed.
  /// GMime opens a converter for every word. Loading the tables each time would halve the speed for
  /// mail in many charsets.
  private static func keepConverters() {
    for charset in [
      "iso-8859-1", "iso-8859-2", "iso-8859-5", "iso-8859-7", "iso-8859-8", "iso-8859-9",
      "iso-8859-15", "windows-1250", "windows-1251", "windows-1252", "windows-1253",
      "windows-1254", "windows-1255", "windows-1256", "koi8-r", "koi8-u", "iso-2022-jp",
      "shift_jis", "euc-jp", "gb2312", "gbk", "gb18030", "big5", "euc-kr", "us-ascii",
    ] {
      _ = iconv_open("UTF-8", charset)
    }
  }

  /// GMime's parser options. Never changed after their creation, so threads may share them.
  struct ParserOptions: @unchecked Sendable {
    let pointer: OpaquePointer?

    fileprivate init() {
      pointer = g_mime_parser_options_new()
      // Charsets for headers with undeclared 8-bit bytes. UTF-8 comes first, since text in other
      // charsets is hardly ever valid UTF-8; most of that text is Windows-1252.
      "utf-8".withCString { first in
        "windows-1252".withCString { second in
          var charsets: [UnsafePointer<CChar>?] = [first, second, nil]
          g_mime_parser_options_set_fallback_charsets(pointer, &charsets)
        }
      }
    }
  }
}
