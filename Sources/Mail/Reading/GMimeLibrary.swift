import CGMime

/// GMime's one-time set-up, and the settings that every parse shares.
enum GMimeLibrary {
  /// Touch it before any other call to GMime. Global constants are made once, by whichever thread
  /// comes first, while the others wait.
  static let options: ParserOptions = {
    g_mime_init()
    keepConverters()
    return ParserOptions()
  }()

  /// The C library loads a charset's tables from disk for the first converter and drops them with
  /// the last, under a lock. GMime makes a converter for every word, so one of each common kind is
  /// kept for good; without that, mail in many charsets is read at half the speed.
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
