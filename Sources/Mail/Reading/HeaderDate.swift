import CGMime

/// The date in a field, however an old program wrote it.
///
/// GMime reads the standard's form and many others. Of what it takes for something else, or reads
/// wrongly (seen in 3.2.13), each word is put into the standard's form before: fractions of a
/// second, times with dots or with AM and PM, zones such as `GMT+03:00`, `-600`, `0300` and `cst`.
struct HeaderDate {
  private var words: [String] = []
  private var zone: String?
  /// A zone that only a comment names.
  private var comment: String?
  private var hasTime = false
  /// Of groups of digits before the time: where there are two, the year is one of them.
  private var numbers = 0

  /// - Returns: seconds since 1970, or nil when it is no date.
  static func seconds(in text: UnsafePointer<CChar>) -> Int64? {
    withDate(in: text) { Int64(g_date_time_to_unix($0)) }
  }

  /// - Returns: the same as the standard has it (RFC 5322, section 3.3), or nil when it is no date.
  static func standard(_ text: UnsafePointer<CChar>) -> String? {
    withDate(in: text) { date -> String? in
      guard let text = g_mime_utils_header_format_date(date) else { return nil }
      defer { g_free(text) }
      return String(cString: text)
    }.flatMap { $0 }
  }

  private static func withDate<Result>(
    in text: UnsafePointer<CChar>,
    _ body: (OpaquePointer) -> Result
  ) -> Result? {
    var date = endsLikeMost(Bytes(text)) ? g_mime_utils_header_decode_date(text) : nil
    if date == nil {
      var words = HeaderDate()
      words.read(Bytes(text))
      date = g_mime_utils_header_decode_date(words.text)
    }
    guard let date else { return nil }
    defer { g_date_time_unref(date) }
    return body(date)
  }

  /// Whether it ends in `:04:05 +0000`, which GMime always reads rightly.
  private static func endsLikeMost(_ text: Bytes) -> Bool {
    var end = text.count
    while end > 0, text[end - 1] <= 0x20 { end -= 1 }
    let pattern: StaticString = ":00:00 +0000"
    guard end > pattern.utf8CodeUnitCount else { return false }
    let start = end - pattern.utf8CodeUnitCount
    for index in 0..<pattern.utf8CodeUnitCount {
      let (byte, wanted) = (text[start + index], pattern.utf8Start[index])
      let isAsWanted =
        wanted == 0x30
        ? isDigit(byte) : byte == wanted || wanted == 0x2B && byte == UInt8(ascii: "-")
      if !isAsWanted { return false }
    }
    return !text[..<start].contains { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ".") }
  }

  private var text: String {
    (words + [zone ?? comment ?? "+0000"]).joined(separator: " ")
  }

  // MARK: Words

  private mutating func read(_ text: Bytes) {
    var (word, inner, depth) = ([UInt8](), [UInt8](), 0)
    for byte in text {
      switch byte {
      case UInt8(ascii: "("):
        add(&word)
        depth += 1
      case UInt8(ascii: ")"):
        depth = max(0, depth - 1)
        if depth == 0 { note(&inner) }
      case _ where depth > 0: inner.append(byte)
      case 0...0x20, UInt8(ascii: ";"), UInt8(ascii: "\""): add(&word)
      // A fraction may stand behind a comma.
      case UInt8(ascii: ",") where !word.contains(UInt8(ascii: ":")): add(&word)
      // The time of ISO 8601.
      case UInt8(ascii: "T") where word.last.map(Self.isDigit) == true: add(&word)
      default: word.append(byte)
      }
    }
    add(&word)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private mutating func note(_ inner: inout [UInt8]) {
    if let name = Self.zone(named: inner[...]) { comment = name }
    inner = []
  }

  private mutating func add(_ word: inout [UInt8]) {
    defer { word = [] }
    guard !word.isEmpty else { return }
    if !hasTime, let rest = readTime(word) {
      hasTime = true
      if !rest.isEmpty { add(behindTime: rest) }
    } else if hasTime {
      add(behindTime: word[...])
    } else {
      numbers += word.split(whereSeparator: { !Self.isDigit($0) }).count
      words.append(Self.text(Self.year(word)))
    }
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  /// Years as programs wrote them that counted from 1900, and a full stop behind a day or month.
  private static func year(_ word: [UInt8]) -> [UInt8] {
    let word = word.last == UInt8(ascii: ".") ? word.dropLast() : word[...]
    guard let number = Int(text(word)) else { return Array(word) }
    switch number {
    case 100...199 where word.count == 3: return Array("\(1900 + number)".utf8)
    case 19_100...19_199: return Array("\(number - 19_100 + 2000)".utf8)
    default: return Array(word)
    }
  }

  // MARK: The time

  /// Adds the time that a word begins with, and returns what stands behind it; nil when there is
  /// none.
  private mutating func readTime(_ word: [UInt8]) -> ArraySlice<UInt8>? {
    var groups: [Int] = []
    var rest = word[...]
    var separator: UInt8?
    while groups.count < 3 {
      let digits = rest.prefix { Self.isDigit($0) }
      guard (1...2).contains(digits.count), let number = Int(Self.text(digits)) else { break }
      groups.append(number)
      rest = rest.dropFirst(digits.count)
      guard groups.count < 3, let next = rest.first,
        next == UInt8(ascii: ":") || next == UInt8(ascii: "."),
        separator == nil || next == separator
      else { break }
      separator = next
      rest = rest.dropFirst()
    }
    // With dots, less than three numbers may be anything.
    guard groups.count >= (separator == UInt8(ascii: ":") ? 2 : 3) else { return nil }
    if let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
      rest = rest.dropFirst().drop { Self.isDigit($0) }
    }
    if rest.first.map(Self.isDigit) == true { return nil }
    words.append(Self.time(groups))
    return rest
  }

  private static func time(_ groups: [Int]) -> String {
    var all = groups
    if all.count < 3 { all.append(0) }
    // A second that was put in at the end of a year is no error.
    if all[2] == 60 { all[2] = 59 }
    return all.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Changes the hour to that of the whole day.
  private mutating func note(isAfternoon: Bool) {
    guard let time = words.lastIndex(where: { $0.contains(":") }),
      let hour = Int(words[time].prefix(2)), hour <= 12
    else { return }
    let whole = hour % 12 + (isAfternoon ? 12 : 0)
    words[time] = (whole < 10 ? "0\(whole)" : "\(whole)") + words[time].dropFirst(2)
  }

  // MARK: Behind the time

  private mutating func add(behindTime word: ArraySlice<UInt8>) {
    switch Self.text(word).uppercased() {
    case "AM", "A.M.": return note(isAfternoon: false)
    case "PM", "P.M.": return note(isAfternoon: true)
    default: break
    }
    let isNumber = word.allSatisfy(Self.isDigit)
    if isNumber, numbers < 2 {
      numbers += 1
      words.append(Self.text(Self.year(Array(word))))
    } else if isNumber {
      if zone == nil, word.count == 4 { zone = Self.zone("+", word) }
    } else if zone == nil, let found = Self.zone(named: word) {
      zone = found
    } else if word.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true {
      // Perhaps the day behind its time.
      numbers += word.split(whereSeparator: { !Self.isDigit($0) }).count
      words.append(Self.text(word))
    }
  }

  /// What a zone's name, its distance from Greenwich, or both are in the standard's form.
  private static func zone(named word: ArraySlice<UInt8>) -> String? {
    let name = word.prefix { (0x61...0x7A).contains($0 | 0x20) }
    let rest = word.dropFirst(name.count)
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      return zone(sign == UInt8(ascii: "-") ? "-" : "+", rest.dropFirst())
    }
    guard rest.isEmpty else { return nil }
    let known = text(name).uppercased()
    return zones[known]
  }

  private static func zone(_ sign: String, _ word: ArraySlice<UInt8>) -> String? {
    let digits = word.prefix { isDigit($0) || $0 == UInt8(ascii: ":") }.filter(isDigit)
    guard (1...4).contains(digits.count), var number = Int(text(digits)) else { return nil }
    if digits.count < 3 { number *= 100 }
    guard number <= 1400, number % 100 < 60 else { return nil }
    let padded = "0000\(number)".suffix(4)
    return sign + padded
  }

  /// Those of the standard (RFC 5322, section 4.3), and others that programs have written.
  private static let zones = [
    "UT": "+0000", "GMT": "+0000", "UTC": "+0000", "Z": "+0000", "WET": "+0000",
    "EST": "-0500", "EDT": "-0400", "CST": "-0600", "CDT": "-0500", "MST": "-0700",
    "MDT": "-0600", "PST": "-0800", "PDT": "-0700", "AKST": "-0900", "AKDT": "-0800",
    "HST": "-1000", "AST": "-0400", "ADT": "-0300", "NST": "-0330", "NDT": "-0230",
    "BST": "+0100", "WEST": "+0100", "CET": "+0100", "MET": "+0100", "MEZ": "+0100",
    "CEST": "+0200", "MEST": "+0200", "MESZ": "+0200", "EET": "+0200", "EEST": "+0300",
    "SAST": "+0200", "MSK": "+0300", "MSD": "+0400", "IST": "+0530", "HKT": "+0800",
    "SGT": "+0800", "AWST": "+0800", "JST": "+0900", "KST": "+0900", "ACST": "+0930",
    "AEST": "+1000", "AEDT": "+1100", "NZST": "+1200", "NZDT": "+1300",
  ]
}
