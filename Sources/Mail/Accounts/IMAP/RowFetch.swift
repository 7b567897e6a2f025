import IMAP

/// Fetches what makes the rows of some messages: all headers, and the texts of those that rows show.
struct RowFetch {
  private let now: Int64
  private(set) var asked = NumberSet()
  private var isByUID = true
  private var rows = SetFetch()
  private var texts = SetFetch()
  /// Messages whose texts no row shows, but which may have files attached.
  private var marks = NumberSet()
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

  /// Begins to fetch the texts of the newest messages of rows.
  ///
  /// - Parameter known: those that the store has, with their texts.
  mutating func beginTexts(except known: NumberSet) {
    let new = messages.filter { !known.contains($0.uid) }
    let newest = NewestOfRows.positions(in: new.map(\.head)).map { new[$0].uid }
    texts = SetFetch(NumberSet(newest), MessageItems.text, isByUID: true)
    marks = NumberSet(new.filter(\.mayHaveAttachments).map(\.uid)).subtracting(texts.numbers)
  }

  var hasTexts: Bool { texts.isDone && marks.isEmpty }
  var textCommands: [Command] {
    get throws {
      try texts.commands + (marks.isEmpty ? [] : [.uidFetch(marks, MessageItems.structure)])
    }
  }
  var textFlight: Flight { get throws { Flight(try textCommands) } }

  mutating func takeTexts(
    _ answers: FlightAnswers,
    at position: Int = 0
  ) throws {
    try texts.take(answers, at: position)
    for message in answers.messages {
      guard let uid = message.uid,
        texts.asked.contains(uid) || marks.contains(uid)
      else { continue }
      try Self.requireShort(message)
      byUID[uid]?.add(message, now: now)
    }
    // Without an answer a row lacks a mark, and is right otherwise.
    marks = NumberSet()
    // Some servers cannot say how a message is made up.
    if texts.wasRefused, texts.items == MessageItems.text {
      texts = SetFetch(texts.numbers, MessageItems.plainText, isByUID: true)
    }
  }

  /// A flight lets more pass than is asked of a text, since names of attachments may be long.
  private static func requireShort(_ message: FetchedMessage) throws {
    let count = message.sections.map { $0.key.kind == .text ? $0.value?.count ?? 0 : 0 }.max() ?? 0
    guard count > MessageItems.longestText else { return }
    let reason = "\(count) bytes where at most \(MessageItems.longestText) were expected"
    throw DialogueFailure(kind: .notUnderstood, step: "FETCH", reason: reason)
  }
}
