import TidelineLocalization

/// The parts of an RRULE (RFC 5545, 3.3.10).
struct RecurrenceRule {
  private let parts: [String: String]

  init(_ text: String) {
    var parts: [String: String] = [:]
    for part in text.prefix(1_000).split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { parts[pair[0].uppercased()] = pair[1].uppercased() }
    }
    self.parts = parts
  }

  subscript(_ name: String) -> String? { parts[name] }

  /// 0 for Monday.
  static func weekday(_ name: some StringProtocol) -> Int? {
    ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex { $0 == name }
  }
}

/// How often an event takes place.
public struct Recurrence: Sendable, Hashable {
  public enum Frequency: String, Sendable, Hashable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// nil for a rule that is not understood.
  public var frequency: Frequency?
  /// Every how many days, weeks, months or years.
  public var interval = 1

  /// The rule in words.
  public var sentence: Sentence {
    let count = "\(interval)"
    return switch (frequency, interval) {
    case (.daily, 1): Sentence("Every day")
    case (.daily, _): Sentence("Every %s days", count)
    case (.weekly, 1): Sentence("Every week")
    case (.weekly, _): Sentence("Every %s weeks", count)
    case (.monthly, 1): Sentence("Every month")
    case (.monthly, _): Sentence("Every %s months", count)
    case (.yearly, 1): Sentence("Every year")
    case (.yearly, _): Sentence("Every %s years", count)
    case (nil, _): Sentence("Takes place several times")
    }
  }

  init(_ rule: RecurrenceRule) {
    frequency = rule["FREQ"].flatMap { Frequency(rawValue: $0) }
    if let interval = rule["INTERVAL"].flatMap({ Int($0) }), (1...1_000).contains(interval) {
      self.interval = interval
    }
  }
}
