/// Days as a server's search counts them: by the date that an arrival was noted with, in the zone
/// that it was noted in (RFC 3501, section 6.4.4).
///
/// The zone is not known beforehand. Those in use are 12 hours behind to 14 ahead of UTC, so a day
/// that a server leaves out may reach that far into the next.
enum ArrivalDay {
  static let seconds: Int64 = 86_400
  private static let furthestBehind: Int64 = 12 * 3600
  private static let furthestAhead: Int64 = 14 * 3600

  /// The first day to search for, so that what is left out arrived before this time.
  static func before(_ time: Int64) -> Int64 {
    (time - furthestBehind).quotient(dividingBy: seconds)
  }

  /// The first day to search for of which all arrived at this time or later, in whichever zone.
  static func after(_ time: Int64) -> Int64 {
    (time + furthestAhead + seconds - 1).quotient(dividingBy: seconds)
  }

  /// The latest date that a row may have whose messages all arrived before a day: rows bear the
  /// date in the header, but at most one day after the arrival.
  static func latestDate(before day: Int64) -> Int64 {
    day * seconds + furthestBehind + seconds
  }

  /// The date of a message: as written, where it did not arrive long before it was written.
  static func date(written: Int64, arrived: Int64) -> Int64 { min(written, arrived + seconds) }
}

extension Int64 {
  /// Rounded down, below zero too.
  fileprivate func quotient(dividingBy divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
