import Glibc

/// Dates in the notations of servers and messages.
public enum ServerDate {
  /// A date in the form of INTERNALDATE.
  static func internalDate(_ seconds: Int64, zone: Int64) -> String {
    text(seconds, "%d-%b-%Y %H:%M:%S", zone)
  }

  /// A date in the form of the header field Date.
  public static func header(_ seconds: Int64) -> String {
    text(seconds, "%a, %d %b %Y %H:%M:%S", 0)
  }

  /// The day in the server's zone, in days since 1970.
  static func day(_ seconds: Int64, zone: Int64) -> Int64 {
    let local = seconds + zone * 60
    return local >= 0 ? local / 86_400 : (local + 1) / 86_400 - 1
  }

  /// Reads `17-Jul-1996`.
  static func day(_ text: String) -> Int64? {
    let words = text.split(separator: "-")
    let names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
    guard words.count == 3, let day = Int32(words[0]), let year = Int32(words[2]),
      let month = names.firstIndex(of: words[1]), words[2].count == 4
    else { return nil }
    var parts = tm()
    (parts.tm_mday, parts.tm_mon, parts.tm_year) = (day, Int32(month), year - 1900)
    return Int64(timegm(&parts)) / 86_400
  }

  private static func text(_ seconds: Int64, _ format: String, _ zone: Int64) -> String {
    var time = time_t(seconds + zone * 60)
    var parts = tm()
    gmtime_r(&time, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    let length = strftime(&buffer, buffer.count, format, &parts)
    let digits = "\(10_000 + abs(zone) / 60 * 100 + abs(zone) % 60)".dropFirst()
    let date = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(date) \(zone < 0 ? "-" : "+")\(digits)"
  }
}
