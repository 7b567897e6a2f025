import CGMime

enum GMimeLibrary {
  /// Initializes GMime, once, while other threads wait. Must be used before any call to GMime.
  static let isReady: Bool = {
    g_mime_init()
    keepConverters()
    return true
  }()

  /// Keeps one converter open for each common charset: the C library loads a charset's tables from
  /// disk for the first one, under a lock, and drops them with the last one. Loading them for each
  /// word would halve the speed for mail in many charsets.
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
}
