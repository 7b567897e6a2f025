/// Converts dates of IMAP: `17-Jul-1996 02:44:25 -0700`, and `17-Jul-1996` for a day.
enum InternalDate {
  private static let months: [StaticString] = [
    "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
  ]
  private static let secondsOfDay: Int64 = 86_400
  /// The first and the last second of the years that IMAP can express.
  private static let sayable: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Seconds since 1970; nil for an invalid date. A missing zone means UTC.
  static func seconds(_ text: String) -> Int64? {
    let words = text.utf8.split(separator: .space)
    guard words.count >= 2, words.count <= 3 else { return nil }
    let date = words[0].split(separator: UInt8(ascii: "-"))
    let time = words[1].split(separator: UInt8(ascii: ":")).map { number($0[...]) }
    guard date.count == 3, let day = number(date[0]), let year = number(date[2]) else { return nil }
    let name = Array(date[1])[...]
    guard let month = months.firstIndex(where: { $0.equals(name) }) else { return nil }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2] else {
      return nil
    }
    guard (1...31).contains(day), hour < 24, minute < 60, second < 61 else { return nil }
    let days = daysSince1970(year: year, month: Int64(month) + 1, day: day)
    let local = days * secondsOfDay + hour * 3600 + minute * 60 + second
    guard words.count == 3 else { return local }
    return zone(words[2]).map { local - $0 }
  }

  /// The day of a time in UTC, as SEARCH needs it.
  static func day(_ seconds: Int64) -> String {
    let time = min(max(seconds, sayable.lowerBound), sayable.upperBound)
    let days = (time - sayable.lowerBound) / secondsOfDay + sayable.lowerBound / secondsOfDay
    let (year, month, day) = date(daysSince1970: days)
    let digits = "\(year)"
    let name = months[Int(month) - 1].description
    let zeros = String(repeating: "0", count: 4 - digits.count)
    return "\(day)-\(name.prefix(1))\(name.dropFirst().lowercased())-\(zeros)\(digits)"
  }

  /// A number of up to four digits.
  private static func number(_ digits: Substring.UTF8View) -> Int64? {
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// A zone such as `+0130`, in seconds.
  private static func zone(_ text: Substring.UTF8View) -> Int64? {
    guard text.count == 5, let number = number(text.dropFirst()) else { return nil }
    let seconds = number / 100 * 3600 + number % 100 * 60
    switch text.first {
    case UInt8(ascii: "+"): return seconds
    case UInt8(ascii: "-"): return -seconds
    default: return nil
    }
  }

  // Calculates with Gregorian years that begin in March: a leap day is then the last day of its
  // year. Years count from -400, so that no number is negative.

  private static let daysOf400Years: Int64 = 146_097
  /// Days from 1 March of the year -400 to 1 January 1970.
  private static let daysTo1970: Int64 = 719_468 + 146_097

  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = year + 400 - (month < 3 ? 1 : 0)
    let leapDays = year / 4 - year / 100 + year / 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + leapDays + dayOfYear - daysTo1970
  }

  private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let days = days + daysTo1970
    let era = days / daysOf400Years
    let dayOfEra = days % daysOf400Years
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let year = era * 400 - 400 + yearOfEra + (month < 3 ? 1 : 0)
    return (year, month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
  }
}
