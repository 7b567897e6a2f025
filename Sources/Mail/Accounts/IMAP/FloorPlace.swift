import IMAP

/// Finds the place of the lowest message that is known of a folder, counted from the oldest: the
/// next older page ends right below it.
struct FloorPlace {
  private let known: NumberSet
  /// Whether the server is asked to search for it, which takes one line; it may have gone, and the
  /// next one be the lowest.
  private let isSearched: Bool

  /// Where a server cannot search briefly, so many of the lowest messages are asked for their
  /// places: some may be gone.
  static let sample = 20

  /// - Parameter known: what the store has of the folder.
  /// - Returns: nil where that has no floor, or no messages above it.
  init?(of known: KnownMessages, _ abilities: ServerAbilities) {
    guard let floor = known.floor?.uid else { return nil }
    self.init(known.messages.from(floor), isSearched: abilities.searchesBriefly)
  }

  private init?(_ known: NumberSet, isSearched: Bool) {
    guard !known.isEmpty else { return nil }
    (self.known, self.isSearched) = (known, isSearched)
  }

  var command: Command {
    get throws {
      guard isSearched, let lowest = known.first, let highest = known.last else {
        return try .uidFetch(known.lowest(Self.sample), [.uid])
      }
      return try .search([.uid(NumberSet(lowest...highest))], returning: [.min])
    }
  }

  /// - Parameter position: that of the command in the flight.
  /// - Returns: nil where none of the messages is left, as far as the server tells.
  func place(in answers: FlightAnswers, at position: Int) -> UInt32? {
    if isSearched {
      guard answers.completions[position].kind == .ok else { return nil }
      return answers.searches[position]?.first
    }
    return answers.messages.filter { $0.uid.map(known.contains) ?? false }
      .map(\.sequenceNumber).min()
  }

  /// The other way to ask, where the server has not answered the search as it should; nil where
  /// there is none.
  var withoutSearch: FloorPlace? { isSearched ? FloorPlace(known, isSearched: false) : nil }
}
