import IMAP

/// Commands that are sent together, without waiting for the answers in between: one round trip.
struct Flight: Sendable {
  let commands: [Command]
  /// The encoded name of the folder that one of the commands opens; nil if none does.
  let opens: String?
  /// The limit for a literal in the answers, in bytes.
  let literalLimit: Int

  /// The limit for all answers together, in bytes. With FETCH or EXAMINE, only the parser's limit
  /// holds (`ResponseLimits`). Other commands have short answers: logins, names of folders, UIDs.
  var byteLimit: Int {
    let fetches = commands.contains { $0.name.hasSuffix("FETCH") || $0.name == "EXAMINE" }
    return fetches ? .max : 16 << 20
  }

  /// The limit for a message's header fields, in bytes: far more than is read of a header on disk.
  static let headerLimit = 1 << 20

  init(_ commands: [Command], opening folder: String? = nil, literalLimit: Int = headerLimit) {
    (self.commands, opens, self.literalLimit) = (commands, folder, literalLimit)
  }

  /// Commands about a folder, which is opened first unless it is open.
  init(
    _ commands: [Command],
    in folder: String,
    isOpen: Bool,
    literalLimit: Int = headerLimit
  ) throws {
    let all = isOpen ? commands : [try .examine(folder)] + commands
    self.init(all, opening: isOpen ? nil : folder, literalLimit: literalLimit)
  }
}

extension ResponseParser {
  /// - Parameter messages: the number of messages in the open folder.
  mutating func begin(_ flight: Flight, messages: UInt32) {
    beginFlight(literalLimit: flight.literalLimit, byteLimit: flight.byteLimit, messages: messages)
  }
}

/// The responses that came until all commands of a flight were completed.
struct FlightAnswers: Sendable {
  /// The responses in order, except remarks (``Response/isRemark``). Their position does not show
  /// to which command they belong, since servers complete commands out of order.
  var responses: [Response] = []
  /// The completion status of each command, in the order of the commands.
  var completions: [Status] = []
  /// Results of searches, by the command's position. If only the lowest number was requested, the
  /// result contains only that number.
  var searches: [Int: NumberSet] = [:]
  /// Positions of search commands without a response, mostly because nothing was found.
  var unansweredSearches: Set<Int> = []
  /// The open folder, in its state when the last command was completed.
  var folder: OpenFolder?

  /// The fetched messages in the order of arrival. If a server splits a message into several
  /// responses, these are merged.
  var messages: [FetchedMessage] { SplitMessages(responses).messages }

  /// The UIDs of messages that the server reports as expunged by VANISHED.
  var vanished: NumberSet {
    NumberSet(
      uniting: responses.compactMap {
        if case .vanished(let numbers, _) = $0 { numbers } else { nil }
      }
    )
  }

  /// Whether a search that should find messages got no response: the response may have been lost,
  /// or not understood.
  ///
  /// - Parameters:
  ///   - search: the position of the search command.
  ///   - new: the number of messages in the folder that the search does not cover, as they are new.
  func isInVain(_ search: Int, besides new: Int) -> Bool {
    unansweredSearches.contains(search) && Int(folder?.count ?? 0) > new
  }

  /// Leaves out the completions and search results of the first commands; keeps all responses.
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

  /// The number of messages that a search may find beyond the number known for the folder.
  private static let uncounted = 10_000

  /// The result of a search. Throws if the server has refused the search, or if its result is
  /// impossibly large.
  func found(at position: Int) throws -> NumberSet {
    let status = completions[position]
    guard status.kind == .ok, let numbers = searches[position] else {
      throw DialogueFailure(.refused, "UID SEARCH", status.text)
    }
    guard numbers.count <= Int(folder?.count ?? 0) + Self.uncounted else {
      throw DialogueFailure(.notUnderstood, "UID SEARCH", "it names \(numbers.count) messages")
    }
    return numbers
  }

  /// Throws if the server has refused the first of the commands.
  func requireFirst(of commands: [Command]) throws {
    guard let command = commands.first, let status = completions.first else { return }
    guard status.kind == .ok else { throw DialogueFailure(.refused, command.name, status.text) }
  }
}

/// The reason why a dialogue cannot continue.
struct DialogueFailure: Error, Equatable {
  enum Kind: Equatable {
    case refused
    /// A response is malformed, impossible or missing.
    case notUnderstood
    /// The folder has a new UIDVALIDITY, so its known UIDs are invalid.
    case folderChanged
  }

  var kind: Kind
  /// The command, such as `UID FETCH`.
  var step: String
  /// The server's text, or a sentence about its response.
  var reason: String

  static let folderChanged = DialogueFailure(.folderChanged, "EXAMINE", "the folder was made anew")

  init(_ kind: Kind, _ step: String, _ reason: String) {
    (self.kind, self.step, self.reason) = (kind, step, reason)
  }
}
