/// Days as in a server's search: the date of an arrival as the server noted it, in the time zone of
/// that note (RFC 3501, section 6.4.4).
///
/// The zone is unknown in advance. Zones in use are from 12 hours behind UTC to 14 hours ahead, so
/// a day may extend that far beyond its limits in UTC.
enum ArrivalDay {
  static let seconds: Int64 = 86_400
  private static let furthestBehind: Int64 = 12 * 3600
  private static let furthestAhead: Int64 = 14 * 3600

  /// The first day to search for, such that every message left out arrived before this time.
  static func before(_ time: Int64) -> Int64 {
    (time - furthestBehind).quotient(dividingBy: seconds)
  }

  /// The first day to search for, such that all its messages arrived at this time or later, in any
  /// time zone.
  static func after(_ time: Int64) -> Int64 {
    (time + furthestAhead + seconds - 1).quotient(dividingBy: seconds)
  }

  /// The latest date of a row whose messages all arrived before a day. Rows have the date of the
  /// header, but at most one day after the arrival.
  static func latestDate(before day: Int64) -> Int64 {
    day * seconds + furthestBehind + seconds
  }

  /// The date of a message: as written, but at most one day after the arrival.
  static func date(written: Int64, arrived: Int64) -> Int64 { min(written, arrived + seconds) }
}

extension Int64 {
  /// Rounds down, even below zero.
  fileprivate func quotient(dividingBy divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
