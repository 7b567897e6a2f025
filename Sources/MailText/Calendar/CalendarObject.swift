/// The properties of one of a calendar's events, and of the calendar's time zones (RFC 5545), not
/// yet decoded. Anyone may have written a calendar, so all sizes are limited.
struct CalendarObject {
  struct Property {
    /// The name in upper case.
    var name: String
    /// The parameters' values without quotes, by the parameters' names in upper case.
    var parameters: [String: String]
    var value: String
  }

  private(set) var method = ""
  /// The properties of the event.
  var event: [Property] = []
  /// The STANDARD and DAYLIGHT parts of time zones. Each begins with its zone's `TZID` and `BEGIN`.
  private(set) var observances: [[Property]] = []

  /// The limit of the text in bytes. The rest is ignored: a calendar may contain huge attachments.
  private static let textLimit = 1 << 20
  private static let lineLimit = 16 << 10
  private static let propertyLimit = 1_000
  private static let observanceLimit = 100
  private static let eventLimit = 20

  /// Returns each event of a calendar. An event that replaces one of a series (RECURRENCE-ID,
  /// 3.8.4.4) also excludes that one from the series.
  static func events(of text: Bytes) -> [CalendarObject] {
    var calendar = CalendarObject()
    var events = calendar.read(text)
    for index in events.indices where events[index].contains(where: { $0.name == "RRULE" }) {
      let uid = events[index].first { $0.name == "UID" }?.value
      for other in events where other.first(where: { $0.name == "UID" })?.value == uid {
        guard var replaced = other.first(where: { $0.name == "RECURRENCE-ID" }) else { continue }
        replaced.name = "EXDATE"
        events[index].append(replaced)
      }
    }
    return events.map {
      calendar.event = $0
      return calendar
    }
  }

  /// Reads the calendar, and returns the properties of its events.
  private mutating func read(_ text: Bytes) -> [[Property]] {
    var components: [String] = []
    var zone: Property?
    var events: [[Property]] = []
    Self.readLines(Bytes(rebasing: text.prefix(Self.textLimit))) { line in
      guard let property = Property(line) else { return }
      switch (property.name, components.last) {
      case ("BEGIN", _):
        components.append(property.value.uppercased())
        switch components.last {
        case "VEVENT": if events.count < Self.eventLimit { events.append([]) }
        case "STANDARD", "DAYLIGHT":
          if let zone, observances.count < Self.observanceLimit {
            observances.append([zone, property])
          }
        default: break
        }
      case ("END", _): components = components.dropLast()
      case ("METHOD", "VCALENDAR"): method = property.value.uppercased()
      case ("TZID", "VTIMEZONE"): zone = property
      case (_, "STANDARD"), (_, "DAYLIGHT"):
        if let last = observances.indices.last, observances[last].count < 20 {
          observances[last].append(property)
        }
      case (_, "VEVENT"):
        if let last = events.indices.last, events[last].count < Self.propertyLimit {
          events[last].append(property)
        }
      default: break
      }
    }
    return events.filter { !$0.isEmpty }
  }

  /// The event's first property with the name.
  subscript(_ name: String) -> Property? { event.first { $0.name == name } }

  /// Returns the text of an event or a task: its title on one line, from the first SUMMARY
  /// (3.8.1.12), and the lines of an event's description. May be empty.
  static func lines(of text: Bytes) -> [String] {
    var title: String?
    readLines(text) { line in
      guard title == nil, let property = Property(line), property.name == "SUMMARY" else { return }
      title = property.text(limit: lineLimit)
    }
    let description = events(of: text).first?["DESCRIPTION"]?.unescaped ?? ""
    let lines = description.split(separator: "\n", omittingEmptySubsequences: false).map {
      oneLine($0.utf8, limit: lineLimit)
    }
    return [title ?? ""] + (description.isEmpty ? [] : [""] + lines)
  }

  /// Joins folded lines (section 3.1) in a calendar that is not decoded yet: some programs fold
  /// within a letter. Joins quoted-printable lines of vCalendar 1.0 at a `=` at their end.
  static func unfold(_ content: inout [UInt8]) {
    var (end, index, start) = (0, 0, 0)
    while index < content.count {
      let isBreak = content[index] == 0x0A
      let last = isBreak && end > start && content[end - 1] == 0x0D ? end - 1 : end
      if isBreak, last > start, content[last - 1] == UInt8(ascii: "="),
        ["QUOTED-PRINTABLE", "quoted-printable"].contains(where: {
          content[start..<last].contains($0.utf8)
        })
      {
        (end, index) = (last - 1, index + 1)
      } else if isBreak, index + 1 < content.count, [0x20, 9].contains(content[index + 1]) {
        (end, index) = (last, index + 2)
      } else {
        content[end] = content[index]
        (end, index) = (end + 1, index + 1)
        if isBreak { start = end }
      }
    }
    content.removeSubrange(end...)
  }

  /// Passes on the lines, which are not folded.
  private static func readLines(_ text: Bytes, _ body: (Bytes) -> Void) {
    for line in text.lines { body(Bytes(rebasing: line.prefix(lineLimit)).withoutLineBreak) }
  }
}

extension CalendarObject.Property {
  /// - Returns: nil for a line that is no property.
  fileprivate init?(_ line: Bytes) {
    let colon = line.end(from: 0, hasSingleQuotes: false) { $0 == UInt8(ascii: ":") }
    guard colon > 0, colon < line.count, line.first != UInt8(ascii: ";") else { return nil }
    let texts = line[..<colon].split(outsideQuotesAt: UInt8(ascii: ";")).prefix(32).map { part in
      String(decoding: part.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
    name = texts[0].uppercased()
    parameters = [:]
    for text in texts.dropFirst() {
      let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { parameters[pair[0].uppercased()] = Self.unescaped(pair[1]) }
    }
    value = String(decoding: line[(colon + 1)...], as: UTF8.self)
    // Exchange does not quote the name of a zone with a colon; a time has none.
    if let zone = parameters["TZID"], let last = value.lastIndex(of: ":") {
      parameters["TZID"] = zone + ":" + value[..<last]
      value = String(value[value.index(after: last)...])
    }
    if texts.dropFirst().contains(where: { $0.uppercased().hasSuffix("QUOTED-PRINTABLE") }) {
      value = Self.decoded(value, charset: parameters["CHARSET"])
    }
  }

  /// Decodes a quoted-printable value, which vCalendar 1.0 has.
  private static func decoded(_ value: String, charset: String?) -> String {
    var decoder = QuotedPrintableDecoder()
    let bytes = Array(value.utf8).withUnsafeBufferPointer { decoder.decode($0) } + decoder.finish()
    return String(decoding: TextDecoding.converted(bytes, from: charset ?? "utf-8"), as: UTF8.self)
  }

  /// Returns a parameter's value without the escapes of RFC 6868.
  private static func unescaped(_ value: Substring) -> String {
    value.split(separator: "^^", omittingEmptySubsequences: false).map {
      $0.replacing("^n", with: "\n").replacing("^'", with: "\"")
    }.joined(separator: "^")
  }

  /// The value as text on one line.
  func text(limit: Int) -> String { oneLine(unescaped.utf8, limit: limit) }

  /// The value as text (section 3.3.11).
  fileprivate var unescaped: String {
    value.split(separator: #"\\"#, omittingEmptySubsequences: false).map {
      $0.replacing(#"\n"#, with: "\n").replacing(#"\N"#, with: "\n").replacing(#"\"#, with: "")
    }.joined(separator: #"\"#)
  }
}

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

  /// The unit of the intervals.
  enum Unit: String {
    case day = "DAILY"
    case week = "WEEKLY"
    case month = "MONTHLY"
    case year = "YEARLY"
  }
  var unit: Unit? { parts["FREQ"].flatMap { Unit(rawValue: $0) } }

  /// The names of the rule's parts.
  var names: Set<String> { Set(parts.keys) }

  struct Weekday: Sendable, Hashable {
    /// The place among the same weekdays of a month or year, from 1, or from the end by -1; 0 for
    /// each of them.
    let ordinal: Int
    /// Counted from Sunday, which is 0.
    let day: Int
  }

  /// The numbers of a part; empty without the part, nil if they are not understood.
  func numbers(_ name: String) -> [Int]? {
    let all = parts[name]?.split(separator: ",").map { Int($0) } ?? []
    return all.contains(nil) ? nil : all.compactMap { $0 }
  }

  /// The weekdays of BYDAY, such as `-1SU`; nil if they are not understood.
  var weekdays: [Weekday]? {
    let all = parts["BYDAY"]?.split(separator: ",").map { word -> Weekday? in
      guard let day = Self.dayNames.firstIndex(of: String(word.suffix(2))) else { return nil }
      guard word.count > 2 else { return Weekday(ordinal: 0, day: day) }
      return Int(word.dropLast(2)).map { Weekday(ordinal: $0, day: day) }
    }
    return all?.contains(nil) == true ? nil : all?.compactMap { $0 } ?? []
  }

  static let dayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
}
