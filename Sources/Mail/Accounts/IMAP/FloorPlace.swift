import IMAP

/// Finds the sequence number of the floor's message, the lowest known one: the next older window
/// ends right below it.
struct FloorPlace {
  private let known: NumberSet
  /// Whether to use a search, whose answer is one line. The floor's message may be expunged; then
  /// the next one is the lowest.
  private let isSearched: Bool

  /// The number of lowest messages whose sequence numbers are fetched from servers without ESEARCH:
  /// some may be expunged.
  static let sample = 20

  /// - Parameter known: the folder's stored messages.
  /// - Returns: nil where there is no floor, or no message above it.
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

  /// - Parameter position: the command's position in the flight.
  /// - Returns: nil where none of the messages exists any more, according to the server.
  func place(in answers: FlightAnswers, at position: Int) -> UInt32? {
    if isSearched {
      guard answers.completions[position].kind == .ok else { return nil }
      return answers.searches[position]?.first
    }
    return answers.messages.filter { $0.uid.map(known.contains) ?? false }
      .map(\.sequenceNumber).min()
  }

  /// The alternative without a search, for a server that has not answered the search correctly; nil
  /// where there is none.
  var withoutSearch: FloorPlace? { isSearched ? FloorPlace(known, isSearched: false) : nil }
}
