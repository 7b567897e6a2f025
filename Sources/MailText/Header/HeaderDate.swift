import CTidelineGLib

/// Parses the date of a field, including dates from old programs and in other languages.
///
/// Forms other than that of RFC 5322 are first converted to it: fractions of a second, times with
/// dots or with am and pm, zones such as `GMT+03:00`, `-600`, `0300` and `cst`, and names of months
/// in many languages. A date with an unknown month is rejected.
package struct HeaderDate {
  private var day = DayWords()
  /// Words that contain numbers, for dates without a month's name.
  private var numbers: [String] = []
  private var time: String?
  private var zone: String?
  /// The time zone named by a comment, used if the date has no other.
  private var comment: String?
  /// Whether the time that follows is in the second half of the day; nil if unknown.
  private var isAfternoon: Bool?

  /// - Returns: seconds since 1970; nil for a text that is no date.
  package static func seconds(in text: String) -> Int64? {
    withDate(in: text) { Int64(g_date_time_to_unix($0)) }
  }

  /// - Returns: the date in the form of RFC 5322, section 3.3; nil for a text that is no date.
  static func standard(_ text: String) -> String? {
    withDate(in: text) { date -> String? in
      let weekday = Self.text(weekdays[Int(g_date_time_get_day_of_week(date)) - 1])
      guard let month = MonthName.standard(Int(g_date_time_get_month(date))),
        let text = g_date_time_format(date, "\(weekday), %d \(month) %Y %H:%M:%S %z")
      else { return nil }
      defer { g_free(text) }
      return String(cString: text)
    }.flatMap { $0 }
  }

  private static func withDate<Result>(
    in text: String,
    _ body: (OpaquePointer) -> Result
  ) -> Result? {
    var text = text
    let date = text.withUTF8 { standard($0) ?? converted($0) ?? basic($0.trimmed) }
    guard let date else { return nil }
    defer { g_date_time_unref(date) }
    return body(date)
  }

  private static func converted(_ bytes: Bytes) -> OpaquePointer? {
    var words = HeaderDate()
    let text = bytes.contains { $0 >= 0x80 } ? Array(DateText.plain(bytes).utf8) : Array(bytes)
    withoutSpacesInTime(text).withUnsafeBufferPointer { words.read($0) }
    var converted = words.text
    return converted?.withUTF8 { standard($0) }
  }

  /// Joins a time that is written with spaces at its colons (RFC 5322, section 4.3).
  private static func withoutSpacesInTime(_ text: [UInt8]) -> [UInt8] {
    var joined: [UInt8] = []
    for byte in text {
      if byte <= 0x20, joined.last == UInt8(ascii: ":") { continue }
      if byte == UInt8(ascii: ":") {
        while let last = joined.last, last <= 0x20 { joined.removeLast() }
      }
      joined.append(byte)
    }
    return joined
  }

  /// Reads the basic form of ISO 8601, such as `20250106T100000Z`.
  private static func basic(_ text: Bytes) -> OpaquePointer? {
    guard text.count >= 15, text.prefix(8).allSatisfy(\.isDigit), text[8] == UInt8(ascii: "T"),
      let utc = g_time_zone_new_utc()
    else { return nil }
    defer { g_time_zone_unref(utc) }
    return g_date_time_new_from_iso8601(String(decoding: text, as: UTF8.self), utc)
  }

  /// Reads the form `2 Jan 2006 15:04:05 +0000`, possibly with a weekday before and a comment
  /// behind it; nil for other forms, which are rare.
  private static func standard(_ text: Bytes) -> OpaquePointer? {
    var text = text.trimmed
    if text.last == UInt8(ascii: ")"), let comment = text.lastIndex(of: UInt8(ascii: "(")) {
      text = Bytes(rebasing: text[..<comment]).trimmed
    }
    let pattern: StaticString = "0 aaa 0000 00:00:00 +0000"
    guard text.count >= pattern.utf8CodeUnitCount else { return nil }
    let start = text.count - pattern.utf8CodeUnitCount
    for index in 0..<pattern.utf8CodeUnitCount {
      let (byte, wanted) = (text[start + index], pattern.utf8Start[index])
      let isAsWanted =
        switch wanted {
        case UInt8(ascii: "0"): byte.isDigit
        case UInt8(ascii: "a"): byte < 0x80
        default: byte == wanted || wanted == UInt8(ascii: "+") && byte == UInt8(ascii: "-")
        }
      if !isAsWanted { return nil }
    }
    var weekday = text[..<start]
    if weekday.last?.isDigit == true { weekday = weekday.dropLast() }
    let rest = weekday.dropFirst(3)
    let isEnglish =
      rest.first == UInt8(ascii: ",") && rest.dropFirst().allSatisfy { $0 == 0x20 }
      && weekdays.contains { weekday.prefix(3).elementsEqual($0) }
    func number(_ range: Range<Int>) -> gint {
      text[range].reduce(0) { 10 * $0 + gint($1 - UInt8(ascii: "0")) }
    }
    let (hour, minute, second) = (
      number(start + 11..<start + 13), number(start + 14..<start + 16),
      number(start + 17..<start + 19)
    )
    let (hours, minutes) = (number(start + 21..<start + 23), number(start + 23..<start + 25))
    guard weekday.isEmpty || isEnglish, hour < 24, minute < 60, second < 60, hours < 24,
      minutes < 60,
      let month = MonthName.english(Bytes(rebasing: text[(start + 2)..<(start + 5)])),
      let zone = g_time_zone_new_offset(
        (text[start + 20] == UInt8(ascii: "-") ? -60 : 60) * (60 * hours + minutes)
      )
    else { return nil }
    defer { g_time_zone_unref(zone) }
    let day = number(weekday.endIndex..<start + 1)
    let year = number(start + 6..<start + 10)
    return g_date_time_new(zone, year, gint(month), day, hour, minute, Double(second))
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map {
    Array($0.utf8)
  }

  private var text: String? {
    (day.text ?? day.mayBeNumbers(numbers)).map {
      "\($0) \(time ?? "00:00:00") \(zone ?? comment ?? "+0000")"
    }
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
      // A comma ends a word, except in a time, where it may begin a fraction of a second.
      case UInt8(ascii: ",") where !word.contains(UInt8(ascii: ":")): add(&word)
      // ISO 8601 separates the date from the time with a T.
      case UInt8(ascii: "T") where word.last?.isDigit == true: add(&word)
      default: word.append(byte)
      }
    }
    add(&word)
  }

  private mutating func note(_ inner: inout [UInt8]) {
    if let name = Self.zone(named: inner[...]) { comment = name }
    inner = []
  }

  private mutating func add(_ word: inout [UInt8]) {
    defer { word = [] }
    guard !word.isEmpty else { return }
    if time == nil, let rest = readTime(word) {
      if !rest.isEmpty { add(behindTime: rest) }
    } else if time != nil {
      add(behindTime: word[...])
    } else {
      let text = Self.text(word)
      // An ASCII word such as “am” may have another meaning before the time.
      if word.allSatisfy({ $0 >= 0x80 }), text.count > 1, let half = MonthName.isAfternoon(text) {
        isAfternoon = half
      } else {
        addToDay(text)
      }
    }
  }

  private mutating func addToDay(_ word: String) {
    day.add(word)
    if word.utf8.contains(where: \.isDigit) { numbers.append(word) }
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  // MARK: The time

  /// Notes the time at the start of a word, and returns the rest of the word; nil if there is no
  /// time.
  private mutating func readTime(_ word: [UInt8]) -> ArraySlice<UInt8>? {
    var groups: [Int] = []
    var rest = word[...]
    var separator: UInt8?
    while groups.count < 3 {
      let digits = rest.prefix(while: \.isDigit)
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
    // Two numbers with a dot between them need not be a time.
    guard groups.count >= (separator == UInt8(ascii: ":") ? 2 : 3) else { return nil }
    if let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
      rest = rest.dropFirst().drop(while: \.isDigit)
    }
    if rest.first?.isDigit == true { return nil }
    time = Self.time(groups)
    if let isAfternoon { note(isAfternoon: isAfternoon) }
    return rest
  }

  private static func time(_ groups: [Int]) -> String {
    var all = groups
    if all.count < 3 { all.append(0) }
    // A leap second has the number 60, and is read as 59.
    if all[2] == 60 { all[2] = 59 }
    // Hour 24 ends the day (ISO 8601). A time that cannot be read does not lose the day.
    if all[0] == 24, all[1] == 0, all[2] == 0 { return "23:59:59" }
    if all[0] == 24 { all[0] = 0 }
    guard all[0] < 24, all[1] < 60, all[2] < 60 else { return "00:00:00" }
    return all.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Converts the hour to the 24-hour clock.
  private mutating func note(isAfternoon: Bool) {
    guard let time, let hour = Int(time.prefix(2)), hour <= 12 else { return }
    let whole = hour % 12 + (isAfternoon ? 12 : 0)
    self.time = (whole < 10 ? "0\(whole)" : "\(whole)") + time.dropFirst(2)
  }

  // MARK: After the time

  private mutating func add(behindTime word: ArraySlice<UInt8>) {
    let text = Self.text(word)
    let isNumber = word.allSatisfy(\.isDigit)
    if isNumber, !day.isFull {
      addToDay(text)
    } else if isNumber {
      if zone == nil, word.count == 4 { zone = Self.zone("+", word) }
    } else if zone == nil, let found = Self.zone(named: word) {
      zone = found
    } else if let isAfternoon = MonthName.isAfternoon(text) {
      note(isAfternoon: isAfternoon)
    } else if word.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
      word.contains(where: \.isDigit) || MonthName.number(text) != nil
        || DayWords.monthSigns.contains(text.lowercased())
    {
      // The day may follow the time.
      addToDay(text)
    }
  }

  /// Returns a zone in the form of RFC 5322, by its name or its offset from UTC; nil if unknown.
  private static func zone(named word: ArraySlice<UInt8>) -> String? {
    let name = word.prefix(while: \.isLetter)
    let rest = word.dropFirst(name.count)
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      return zone(sign == UInt8(ascii: "-") ? "-" : "+", rest.dropFirst())
    }
    return rest.isEmpty ? MonthName.zone(text(name)) : nil
  }

  private static func zone(_ sign: String, _ word: ArraySlice<UInt8>) -> String? {
    let digits = word.prefix { $0.isDigit || $0 == UInt8(ascii: ":") }.filter(\.isDigit)
    guard (1...4).contains(digits.count), var number = Int(text(digits)) else { return nil }
    if digits.count < 3 { number *= 100 }
    guard number <= 1400, number % 100 < 60 else { return nil }
    let padded = "0000\(number)".suffix(4)
    return sign + padded
  }
}
