import CTidelineGLib

/// Finds day, month and year among the words of a date, in any usual order: `2. Januar 2023`,
/// `2 de enero de 2023`, `Jan 2, 2023`, `2023. jan. 2.`, `2023年1月2日`.
struct DayWords {
  private enum Piece {
    case number(Substring)
    case word(Substring)
  }

  private var pieces: [Piece] = []
  /// The number that a sign or word marks as the month, even if it is not a valid month.
  private var month: Int?
  private var isMonthNext = false
  private var count = 0
  /// Whether there are enough numbers for a date: three if one is the month, else a day and a year.
  var isFull: Bool { count >= (month == nil ? 2 : 3) }

  mutating func add(_ word: String) {
    // Ignores weekdays that contain a number, such as Vietnamese “T4”; “Th4” is the month of April.
    let letters = word.prefix { $0.isLetter }
    if (1...2).contains(letters.count), word[letters.endIndex...].first.map(Self.isDigit) == true {
      guard letters.lowercased() == "th" else { return }
      isMonthNext = true
    }
    var rest = word[...]
    while let first = rest.first {
      if Self.isDigit(first) {
        let digits = rest.prefix(while: Self.isDigit)
        rest = rest[digits.endIndex...]
        rest = add(number: digits, before: rest)
      } else if first.isLetter {
        let end = Self.endOfLetters(rest)
        add(letters: rest[..<end])
        rest = rest[end...]
      } else {
        rest.removeFirst()
      }
    }
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isWholeNumber
  }

  /// Returns the end of the letters of one word, which may be initials such as `ม.ค.`
  private static func endOfLetters(_ text: Substring) -> String.Index {
    var end = text.startIndex
    while end < text.endIndex {
      let next = text.index(after: end)
      let isDot = text[end] == "." && next < text.endIndex && text[next].isLetter
      if !isDot, !text[end].isLetter { break }
      end = next
    }
    return end
  }

  /// - Returns: the text after the number and its sign (`年`) or ordinal ending (`nd`), if any.
  private mutating func add(number: Substring, before rest: Substring) -> Substring {
    count += 1
    let sign = rest.prefix(1)
    if isMonthNext || sign == "月" || sign == "월" {
      // Keeps a number above twelve, too, so that no other word becomes the month.
      month = month ?? Int(number) ?? 0
      isMonthNext = false
    } else {
      pieces.append(.number(number))
    }
    if ["年", "月", "日", "号", "號", "년", "월", "일"].contains(sign) { return rest.dropFirst() }
    // Ordinals such as `2nd`, `1er`, `2º`.
    let ending = rest.prefix { $0.isLetter }
    let isOrdinal = ending.allSatisfy { $0.isASCII || $0 == "º" || $0 == "ª" }
    return isOrdinal && ending.count <= 2 ? rest[ending.endIndex...] : rest
  }

  private mutating func add(letters: Substring) {
    let word = letters.lowercased()
    if Self.monthSigns.contains(word) {
      isMonthNext = true
    } else if !Self.links.contains(word) {
      pieces.append(.word(letters))
    }
  }

  /// Words before a month's number in Vietnamese.
  static let monthSigns: Set = ["tháng", "thg"]
  /// Words between a day, a month and a year.
  private static let links: Set = [
    "de", "del", "d", "di", "of", "the", "den", "m", "gada", "г", "ngày", "năm",
  ]

  /// The date in the form of RFC 5322; nil if a part is missing or unknown.
  var text: String? {
    if let month {
      let numbers = pieces.compactMap { if case .number(let digits) = $0 { digits } else { nil } }
      return numbers.count < 2 ? nil : Self.text(numbers[0], month, numbers[1])
    }
    // The month is between two numbers, or before both. A weekday may precede the date.
    var numbers: [Substring] = []
    var (before, between): ([Substring], [Substring]) = ([], [])
    for piece in pieces {
      switch piece {
      case .number(let digits) where numbers.isEmpty || between.isEmpty: numbers.append(digits)
      case .number(let digits):
        let day = numbers[numbers.count - 1]
        let month = Self.month(between) ?? Self.month(between, of: day, digits, on: before)
        return month.flatMap { Self.text(day, $0, digits) }
      case .word(let word) where numbers.isEmpty: before.append(word)
      case .word(let word): between.append(word)
      }
    }
    guard numbers.count > 1 else { return nil }
    // In some languages, such as Latvian, the month follows the year and the day.
    if before.isEmpty, numbers[0].count > 2 {
      return Self.month(between).flatMap { Self.text(numbers[0], $0, numbers[1]) }
    }
    // If there are three numbers, the word before the first is a weekday, even if another language
    // has a month of that name.
    guard numbers.count == 2, let month = before.last.flatMap({ MonthName.number(String($0)) })
    else { return nil }
    return Self.text(numbers[0], month, numbers[1])
  }

  /// The month named by all words together, or by just one of them.
  private static func month(_ words: [Substring]) -> Int? {
    if let month = MonthName.number(words.joined()) { return month }
    let months = words.compactMap { MonthName.number(String($0)) }
    return months.count == 1 ? months[0] : nil
  }

  /// Returns the month of a name that means different months in different languages: the month in
  /// which the day falls on the given weekday; nil if there is not exactly one.
  private static func month(
    _ words: [Substring],
    of day: Substring,
    _ year: Substring,
    on weekday: [Substring]
  ) -> Int? {
    guard let day = Int(day), (1...31).contains(day), let year = Int(Self.year(year)), year > 999,
      let word = weekday.last, words.count == 1
    else { return nil }
    let days = WeekdayName.days(String(word))
    let months = MonthName.numbers(String(words[0])).filter {
      WeekdayName.day(year: year, month: $0, day: day).map(days.contains) ?? false
    }
    return months.count == 1 ? months.first : nil
  }

  /// Returns a date of numbers only: with the year first, as one number of eight digits, or with
  /// the day before or after the month. Nil for other numbers, or if two of them may be the month.
  func mayBeNumbers(_ words: [String]) -> String? {
    let numbers = pieces.compactMap { if case .number(let digits) = $0 { digits } else { nil } }
    guard month == nil, let first = numbers.first else { return nil }
    if numbers.count == 3, first.count == 4 {
      return Int(numbers[1]).flatMap { Self.text(first, $0, numbers[2]) }
    }
    guard words.count == 1 else { return nil }
    if numbers.count == 1, first.count == 8 {
      return Int(first.dropFirst(4).prefix(2)).flatMap {
        Self.text(first.prefix(4), $0, first.suffix(2))
      }
    }
    guard numbers.count == 3, let one = Int(first), let other = Int(numbers[1]) else { return nil }
    // In dates with full stops, the day comes first.
    if one > 12 || one == other || words[0].contains(".") {
      return Self.text(first, other, numbers[2])
    }
    return other > 12 ? Self.text(numbers[1], one, numbers[2]) : nil
  }

  private static func text(_ first: Substring, _ month: Int, _ last: Substring) -> String? {
    let isYearFirst = first.count > 2 || Int(first).map { $0 > 31 } == true
    let (day, year) = isYearFirst ? (last, first) : (first, last)
    guard day.count <= 2, let name = MonthName.standard(month) else { return nil }
    return "\(day) \(name) \(Self.year(year))"
  }

  /// Completes years of two digits (RFC 5322, 4.3), and corrects years of programs that counted
  /// from 1900, and years of the Buddhist calendar.
  private static func year(_ digits: Substring) -> String {
    switch Int(digits) {
    case .some(let number) where digits.count < 3: "\(number + (number < 50 ? 2000 : 1900))"
    case .some(let number) where (100...199).contains(number) && digits.count == 3:
      "\(1900 + number)"
    case .some(let number) where (19_100...19_199).contains(number): "\(number - 17_100)"
    case .some(let number) where (2400...2700).contains(number): "\(number - 543)"
    default: String(digits)
    }
  }
}

/// Normalizes the text of a date in any script.
enum DateText {
  /// Converts digits, spaces, punctuation and signs of a time, such as `時`, to ASCII, and separates
  /// Chinese, Japanese and Korean words from numbers and times.
  static func plain(_ text: Bytes) -> String {
    var plain = String.UnicodeScalarView()
    var last: Unicode.Scalar = " "
    var isInTime = false
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      for next in spelled(scalar, behind: last) {
        if isInTime, next == " " { continue }
        if isDigit(next) && isUnspaced(last) || isUnspaced(next) && isDigit(last) && !isSign(next) {
          plain.append(" ")
        }
        plain.append(next)
        if isSign(next), isDigit(last) { plain.append(" ") }
        last = next
      }
      isInTime = hourSigns.contains(scalar) && last == ":"
    }
    return String(plain)
  }

  private static func spelled(
    _ scalar: Unicode.Scalar,
    behind last: Unicode.Scalar
  ) -> [Unicode.Scalar] {
    if scalar.isASCII { return [scalar] }
    if hourSigns.contains(scalar), isDigit(last) { return [":"] }
    if secondSigns.contains(scalar), isDigit(last) { return [" "] }
    let properties = scalar.properties
    if properties.numericType == .decimal, let value = properties.numericValue {
      return Array("\(Int(value))".unicodeScalars)
    }
    // Full-width forms of ASCII.
    if (0xFF01...0xFF5E).contains(scalar.value), let narrow = Unicode.Scalar(scalar.value - 0xFEE0)
    {
      return [narrow]
    }
    // Dashes and minus signs before a time zone.
    if (0x2010...0x2015).contains(scalar.value) || scalar.value == 0x2212 { return ["-"] }
    if properties.isWhitespace || scalar == "’" { return [" "] }
    return properties.isBidiControl ? [] : [scalar]
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static let hourSigns: Set<Unicode.Scalar> = ["時", "时", "点", "點", "시", "分", "분"]
  private static let secondSigns: Set<Unicode.Scalar> = ["秒", "초"]

  /// Whether the scalar is a sign that follows a year, a month or a day.
  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    ["年", "月", "日", "号", "號", "년", "월", "일"].contains(scalar)
  }

  /// Whether the scalar is of a script written without spaces: kana, Han or Hangul.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    (0x3040...0x9FFF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
  }
}

/// Names of weekdays in languages that share names of months with different meanings: Polish,
/// Czech, Slovak, Croatian, Slovene, Ukrainian and Belarusian.
enum WeekdayName {
  /// The names or their beginnings, from Monday on, without accents.
  private static let names = PhraseKind.weekdays.map { $0.all.map(word) }

  private static func word(_ folded: [UInt8]) -> String {
    String(decoding: folded.filter { $0 > FoldedText.wordMark }, as: UTF8.self)
  }

  /// Returns the days of the week that a word or abbreviation may name: 0 for Monday.
  static func days(_ word: String) -> Set<Int> {
    let key = Self.word(FoldedText(word).bytes)
    let whole = names.indices.filter { names[$0].contains(key) }
    guard whole.isEmpty else { return Set(whole) }
    return Set(names.indices.filter { names[$0].contains { $0.count > 2 && key.hasPrefix($0) } })
  }

  /// Returns the day of the week of a date: 0 for Monday; nil if there is no such date.
  static func day(year: Int, month: Int, day: Int) -> Int? {
    guard let date = g_date_time_new_utc(gint(clamping: year), gint(month), gint(day), 0, 0, 0)
    else { return nil }
    defer { g_date_time_unref(date) }
    return Int(g_date_time_get_day_of_week(date)) - 1
  }
}
