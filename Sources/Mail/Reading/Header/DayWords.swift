/// Finds day, month and year among the words of a date, in any usual order: `2. Januar 2023`,
/// `2 de enero de 2023`, `Jan 2, 2023`, `2023. jan. 2.`, `2023年1月2日`.
struct DayWords {
  private enum Piece {
    case number(Substring)
    case word(Substring)
  }

  private var pieces: [Piece] = []
  /// The number that has a sign for a month.
  private var month: Int?
  private var isMonthNext = false
  private var count = 0
  /// Whether there are as many numbers as a date has, not counting a month's name.
  var isFull: Bool { count >= (month == nil ? 2 : 3) }

  mutating func add(_ word: String) {
    // Some weekdays contain a number, such as Vietnamese “T4”.
    let letters = word.prefix { $0.isLetter }
    if (1...2).contains(letters.count), word[letters.endIndex...].first.map(Self.isDigit) == true {
      return
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

  /// The index behind the letters of one word, which may be initials such as `ม.ค.`
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

  /// - Returns: the text behind the number and its sign.
  private mutating func add(number: Substring, before rest: Substring) -> Substring {
    count += 1
    let sign = rest.prefix(1)
    if isMonthNext || sign == "月" || sign == "월" {
      // A number above twelve is no month, and none is looked for elsewhere.
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

  /// The date in the form of RFC 5322; nil where a part is missing or unknown.
  var text: String? {
    if let month {
      let numbers = pieces.compactMap { if case .number(let digits) = $0 { digits } else { nil } }
      return numbers.count < 2 ? nil : Self.text(numbers[0], month, numbers[1])
    }
    // The month is between two numbers, or else before both. The weekday may be named before them.
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
    // The month follows a year and a day, as in Latvian.
    if before.isEmpty, numbers[0].count > 2 {
      return Self.month(between).flatMap { Self.text(numbers[0], $0, numbers[1]) }
    }
    // With three numbers, the word before them is a weekday, even if another language has a month
    // of that name.
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

  /// The month of a name that means different months in different languages: the one in which the
  /// day falls on the given weekday.
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
      days.contains(WeekdayName.day(year: year, month: $0, day: day))
    }
    return months.count == 1 ? months.first : nil
  }

  /// A date in numbers only: with the year first, as one number of eight digits, or with the day
  /// before or after the month. If both of two numbers may be the month, there is no date.
  ///
  /// - Parameter words: the words that contain numbers.
  func mayBeNumbers(_ words: [String]) -> String? {
    let numbers = pieces.compactMap { if case .number(let digits) = $0 { digits } else { nil } }
    guard month == nil, let first = numbers.first else { return nil }
    if numbers.count == 3, first.count == 4 {
      return Int(numbers[1]).flatMap { Self.text(first, $0, numbers[2]) }
    }
    guard words.count == 1 else { return nil }
    if numbers.count == 1 { return first.count == 8 ? words[0] : nil }
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

  /// Corrects the years of programs that counted from 1900, and those of the Buddhist calendar.
  private static func year(_ digits: Substring) -> String {
    switch Int(digits) {
    case .some(let number) where (100...199).contains(number) && digits.count == 3:
      "\(1900 + number)"
    case .some(let number) where (19_100...19_199).contains(number): "\(number - 17_100)"
    case .some(let number) where (2400...2700).contains(number): "\(number - 543)"
    default: String(digits)
    }
  }
}
