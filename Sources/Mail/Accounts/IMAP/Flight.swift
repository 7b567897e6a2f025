import IMAP

/// Commands that are sent at once, without waiting for the answers between them: one round trip.
struct Flight: Sendable {
  let commands: [Command]
  /// The folder that the first command opens, as the server writes it.
  let opens: String?
  /// How long a part of an answer may be, in bytes.
  let literalLimit: Int

  /// How long the answers may be together, in bytes: a log-in has short ones, as have names of
  /// folders and numbers of messages.
  var byteLimit: Int {
    let fetches = commands.contains { $0.name.hasSuffix("FETCH") || $0.name == "EXAMINE" }
    return fetches ? .max : 16 << 20
  }

  /// Header fields are cut at less than this when they are read from a disk.
  static let headerLimit = 1 << 20

  init(_ commands: [Command], opening folder: String? = nil, literalLimit: Int = headerLimit) {
    (self.commands, opens, self.literalLimit) = (commands, folder, literalLimit)
  }
}

extension ResponseParser {
  /// - Parameter messages: how many are in the open folder.
  mutating func begin(_ flight: Flight, messages: UInt32) {
    beginFlight(
      literalLimit: flight.literalLimit,
      byteLimit: flight.byteLimit,
      messages: messages
    )
  }
}

/// What came until all commands of a flight were completed.
struct FlightAnswers: Sendable {
  /// In the order in which they came, without remarks. Which command an untagged one belongs to
  /// cannot be told from its place: servers complete commands out of order.
  var responses: [Response] = []
  /// One for each command, in the order of the commands.
  var completions: [Status] = []
  /// Results of searches, by the position of their command. Where only the lowest number was asked
  /// for, it is that one.
  var searches: [Int: NumberSet] = [:]
  /// Searches, by the position of their command, for which no line came: most often nothing was
  /// found.
  var unansweredSearches: Set<Int> = []
  /// The open folder, as it was when the last command was completed.
  var folder: OpenFolder?

  /// The messages that were sent, in the order in which they came; the lines about one message,
  /// into which some servers split it, are put together.
  var messages: [FetchedMessage] { SplitMessages(responses).messages }

  /// Messages that the server says are gone, by their UIDs.
  var vanished: NumberSet {
    NumberSet(
      uniting: responses.compactMap {
        if case .vanished(let numbers, _) = $0 { numbers } else { nil }
      }
    )
  }

  /// Whether no line came for a search though the folder has messages: it may have been lost, or not
  /// understood.
  ///
  /// - Parameters:
  ///   - search: the position of its command.
  ///   - new: how many messages it is known not to find.
  func isInVain(_ search: Int, besides new: Int) -> Bool {
    unansweredSearches.contains(search) && Int(folder?.count ?? 0) > new
  }

  /// Without what belongs to the first commands.
  func dropping(first count: Int) -> FlightAnswers {
    var answers = self
    answers.completions.removeFirst(min(count, completions.count))
    answers.searches = [:]
    for (position, numbers) in searches where position >= count {
      answers.searches[position - count] = numbers
    }
    answers.unansweredSearches = Set(unansweredSearches.map { $0 - count })
    return answers
  }

  /// No folder holds so many messages more than the server has counted a moment ago.
  private static let uncounted = 10_000

  /// The result of a search; throws where the server has refused it, or has sent one that cannot be
  /// true.
  func found(at position: Int) throws -> NumberSet {
    let status = completions[position]
    guard status.kind == .ok, let numbers = searches[position] else {
      throw DialogueFailure(kind: .refused, step: "UID SEARCH", reason: status.text)
    }
    guard numbers.count <= Int(folder?.count ?? 0) + Self.uncounted else {
      throw DialogueFailure(
        kind: .notUnderstood,
        step: "UID SEARCH",
        reason: "it names \(numbers.count) messages"
      )
    }
    return numbers
  }

  /// Throws where the server has refused the first of the commands.
  func requireFirst(of commands: [Command]) throws {
    guard let command = commands.first, let status = completions.first else { return }
    guard status.kind == .ok else {
      throw DialogueFailure(kind: .refused, step: command.name, reason: status.text)
    }
  }
}

/// Why a dialogue cannot go on.
struct DialogueFailure: Error, Equatable {
  enum Kind: Equatable {
    /// The server refused.
    case refused
    /// What it sent makes no sense.
    case notUnderstood
    /// The folder's numbers are new: what is known of them does not count any more.
    case folderChanged
  }

  var kind: Kind
  /// The command, as in `UID FETCH`.
  var step: String
  /// The server's words.
  var reason: String

  static let folderChanged = DialogueFailure(
    kind: .folderChanged,
    step: "EXAMINE",
    reason: "the folder was made anew"
  )
}

/// A conversation with a server about one folder, without the server: takes its answers and returns
/// what is to be sent or stored next.
protocol FolderDialogue: Sendable {
  /// - Parameter answers: those to the flight that was returned last; nil at first, and after a
  ///   batch.
  /// - Throws: ``DialogueFailure``, or `CommandError` for a name that cannot be sent.
  mutating func next(_ answers: FlightAnswers?) throws -> DialogueStep

  /// The place of the lowest message that is known, counted from the oldest, when it has ended; nil
  /// where it was not found out.
  var floorSequence: UInt32? { get }
}

/// What is to be done next.
enum DialogueStep: Sendable {
  case send(Flight)
  case report(MailBatch)
  /// Nothing more; how far the newer end has been read, where that is known.
  case end(FolderCheckpoint?)
}
