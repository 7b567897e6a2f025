import IMAP

/// Fetches what makes the rows of some messages: all headers with the beginnings of the texts, and
/// more of those texts that rows show, where their beginnings do not have all of the first words.
struct RowFetch {
  private let now: Int64
  private(set) var asked = NumberSet()
  private var isByUID = true
  private var rows = SetFetch()
  private var texts = SetFetch()
  /// Messages of which it must be known how they are made up.
  private var structures = NumberSet()
  private var byUID: [UInt32: ServerMessage] = [:]

  /// - Parameter now: the present, in seconds since 1970.
  init(now: Int64) { self.now = now }

  /// Begins to fetch.
  ///
  /// - Parameter numbers: UIDs, or places in the folder.
  mutating func begin(_ numbers: NumberSet, isByUID: Bool) {
    (asked, self.isByUID) = (numbers, isByUID)
    rows = SetFetch(numbers, MessageItems.row, isByUID: isByUID)
  }

  /// In the order of their numbers.
  var messages: [ServerMessage] { byUID.values.sorted { $0.uid < $1.uid } }
  var uids: NumberSet { NumberSet(byUID.keys) }
  /// The server's words about the last message that it refused.
  var reason: String { rows.reason }

  // MARK: Headers

  var hasRows: Bool { rows.isDone }
  var rowCommands: [Command] { get throws { try rows.commands } }

  mutating func takeRows(
    _ answers: FlightAnswers,
    at position: Int = 0
  ) throws {
    try rows.take(answers, at: position)
    for message in answers.messages {
      let number = isByUID ? message.uid : message.sequenceNumber
      guard let number, asked.contains(number),
        let row = ServerMessage(message, now: now)
      else { continue }
      byUID[row.uid] = row
    }
    // Some servers keep the headers of messages that they cannot read any more.
    if rows.isDone, !rows.refused.isEmpty, rows.items == MessageItems.row {
      rows = rows.refused(asking: MessageItems.header)
    }
  }

  /// The messages that the server has not sent.
  ///
  /// - Parameters:
  ///   - folder: its name.
  ///   - all: whether each of those that were asked for is there.
  func skipped(in folder: String, ofAllAsked all: Bool = true) -> [SkippedMessage] {
    let count = all ? asked.count - byUID.count : rows.refused.count
    guard count > 0 else { return [] }
    let reason = rows.reason.isEmpty ? "the server has not sent it" : rows.reason
    return Array(repeating: SkippedMessage(path: folder, reason: reason), count: min(count, 10))
  }

  // MARK: Texts

  /// Begins to fetch what is still missing of the newest messages of rows.
  ///
  /// - Parameter known: those that the store has, with their texts.
  mutating func beginTexts(except known: NumberSet) {
    let new = messages.filter { !known.contains($0.uid) }
    let newest = NewestOfRows.positions(in: new.map(\.head)).map { new[$0] }
    let cut = NumberSet(newest.filter { !$0.hasAllWords }.map(\.uid))
    texts = SetFetch(cut, MessageItems.text, isByUID: true)
    let unplanned = newest.filter { !$0.hasPlan }
    structures = NumberSet((unplanned + new.filter(\.mayHideFiles)).map(\.uid))
  }

  var hasTexts: Bool { texts.isDone && structures.isEmpty }
  var textCommands: [Command] {
    get throws {
      try texts.commands
        + (structures.isEmpty ? [] : [.uidFetch(structures, MessageItems.structure)])
    }
  }
  var textFlight: Flight { get throws { Flight(try textCommands) } }

  mutating func takeTexts(
    _ answers: FlightAnswers,
    at position: Int = 0
  ) throws {
    try texts.take(answers, at: position)
    for message in answers.messages {
      guard let uid = message.uid, texts.asked.contains(uid) || structures.contains(uid) else {
        continue
      }
      byUID[uid]?.add(message, now: now)
    }
    // Some servers cannot tell. Without it a row may lack a mark, and is right otherwise.
    structures = NumberSet()
  }
}
