public indirect enum SearchCriterion: Sendable, Hashable {
  case uid(NumberSet)
  /// Messages that arrived on the day of this time (in seconds since 1970) or later. The day is
  /// that of UTC, but a server may use its own time zone: add a day at either end to be safe.
  case since(Int64)
  /// Messages that arrived before the day of this time.
  case before(Int64)
  /// Messages whose Date field names the day of this time, or a later one, in the sender's zone.
  case sentSince(Int64)
  /// Messages whose Date field names a day before that of this time.
  case sentBefore(Int64)
  /// Messages whose header or body contains this text, which may have line breaks.
  case text(String)
  case or(SearchCriterion, SearchCriterion)
}

extension Command {
  /// The values returned in an ESEARCH response.
  public enum SearchReturn: String, Sendable, Hashable {
    case all = "ALL"
    case min = "MIN"
  }

  /// - Parameters:
  ///   - criteria: criteria that must all match; with none, every message matches.
  ///   - returning: needs ESEARCH; if it is empty, the response is a plain SEARCH.
  public static func uidSearch(
    _ criteria: [SearchCriterion],
    returning: [SearchReturn] = []
  ) throws(CommandError) -> Command {
    try search("UID SEARCH", criteria, returning)
  }

  /// Searches as ``uidSearch(_:returning:)`` does, but has sequence numbers in the response.
  public static func search(
    _ criteria: [SearchCriterion],
    returning: [SearchReturn] = []
  ) throws(CommandError) -> Command {
    try search("SEARCH", criteria, returning)
  }

  private static func search(
    _ name: String,
    _ criteria: [SearchCriterion],
    _ returning: [SearchReturn]
  ) throws(CommandError) -> Command {
    var parts: [Part] = []
    if !returning.isEmpty {
      parts.append(.text(" RETURN (\(returning.map(\.rawValue).joined(separator: " ")))"))
    }
    if criteria.isEmpty { parts.append(.text(" ALL")) }
    for criterion in criteria { parts += try criterion.parts() }
    return Command(name, parts)
  }
}

extension SearchCriterion {
  fileprivate func parts() throws(CommandError) -> [Command.Part] {
    switch self {
    case .uid(let uids): return [.text(" UID"), try Command.set(uids)]
    case .since(let time): return [.text(" SINCE \(InternalDate.day(time))")]
    case .before(let time): return [.text(" BEFORE \(InternalDate.day(time))")]
    case .sentSince(let time): return [.text(" SENTSINCE \(InternalDate.day(time))")]
    case .sentBefore(let time): return [.text(" SENTBEFORE \(InternalDate.day(time))")]
    case .text(let text):
      guard !text.utf8.contains(0) else { throw .controlCharacter }
      return [.text(" TEXT "), .string(text)]
    case .or(let one, let other):
      return [.text(" OR")] + (try one.parts()) + (try other.parts())
    }
  }
}
