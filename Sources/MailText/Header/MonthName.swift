/// Names of months, of the halves of a day and of time zones, from the file `date-words.txt`.
struct MonthName {
  /// Months by name. A 0 in a set stands for months that differ between languages. For a few such
  /// names, ``init()`` replaces the 0 by the possible months.
  private var months: [String: Set<Int>] = [:]

  private static let all = MonthName()

  /// Names of the halves of a day: whether each means the second one.
  private var halves: [String: Bool] = [:]
  /// The offsets of time zones, as in RFC 5322, by name in upper case.
  private var zones: [String: String] = [:]

  private init() {
    var heading = ""
    for word in PackageResources.date_words_txt.dataWords {
      let text = String(decoding: word, as: UTF8.self)
      switch heading {
      case _ where text.last == ":": heading = String(text.dropLast())
      case "am", "pm": halves[Self.key(word)] = heading == "pm"
      case _ where "+-".contains(heading.prefix(1)): zones[text] = heading
      default: months[Self.key(word), default: []].insert(Int(heading) ?? 0)
      }
    }
    // Each name means the first of its months in Croatian, and the second in Polish or Czech.
    for (names, numbers) in [
      (["lip"], [6, 7]), (["lis", "listopad", "listopada"], [10, 11]), (["srp"], [7, 8]),
    ] as [([String], Set<Int>)] { for name in names { months[name] = numbers } }
  }

  /// Returns the word without case, accents and punctuation.
  private static func key(_ word: some Collection<UInt8>) -> String {
    let folded = FoldedText(String(decoding: word, as: UTF8.self))
    return String(decoding: folded.bytes.filter { $0 > FoldedText.wordMark }, as: UTF8.self)
  }

  /// Returns the month of a name or abbreviation; nil for none or several.
  static func number(_ word: String) -> Int? {
    let numbers = numbers(word)
    return numbers.count == 1 ? numbers.first : nil
  }

  /// Returns the months that a name or abbreviation may mean in different languages; empty if they
  /// are unknown.
  static func numbers(_ word: String) -> Set<Int> {
    var word = word
    if let month = word.withUTF8({ english($0) }) { return [month] }
    let key = key(word.utf8)
    if let months = all.months[key] { return months.subtracting([0]) }
    guard key.count >= shortest else { return [] }
    let longer = all.months.reduce(into: Set<Int>()) { longer, month in
      if month.key.utf8.starts(with: key.utf8) { longer.formUnion(month.value) }
    }
    return longer.contains(0) ? [] : longer
  }

  /// The minimum length in characters of an abbreviation that is not itself in the table.
  private static let shortest = 3

  /// Whether a word means the second half of the day; nil if it means neither half.
  static func isAfternoon(_ word: String) -> Bool? {
    guard word.utf8.count <= 64, !word.utf8.contains(where: \.isDigit) else {
      return nil
    }
    let key = key(word.utf8)
    // “a. m.” is read as two words, and the first one counts.
    return key == "a" ? false : key == "p" ? true : all.halves[key]
  }

  /// Returns the offset of a zone in the form of RFC 5322; nil if it is unknown.
  static func zone(_ name: String) -> String? { all.zones[name.uppercased()] }

  // MARK: In English, as in RFC 5322

  private static let standardNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let standardBytes = standardNames.map { Array($0.lowercased().utf8) }

  /// Returns the name in the form of RFC 5322; nil for an invalid number.
  static func standard(_ month: Int) -> String? {
    (1...12).contains(month) ? standardNames[month - 1] : nil
  }

  /// Returns the month of an English abbreviation, in any case.
  static func english(_ name: Bytes) -> Int? {
    guard name.count == 3 else { return nil }
    return standardBytes.firstIndex { $0.elementsEqual(name) { $0 == $1 | 0x20 } }.map { $0 + 1 }
  }
}
