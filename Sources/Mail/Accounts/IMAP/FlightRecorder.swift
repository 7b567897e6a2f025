import IMAP

/// Sorts what a server sends into the answers to a flight.
struct FlightRecorder {
  private let tags: [String: Int]
  private let opens: String?
  private var statuses: [Status?]
  private let plainSearch: Int?
  private let examine: Int?
  /// Whether flags that come are answers, and no news.
  private let fetchesFlags: Bool
  private(set) var answers = FlightAnswers()
  /// The open folder; nil where none is.
  private(set) var folder: OpenFolder?
  /// The server's last words, when it is about to close the connection.
  private(set) var farewell: Status?
  private(set) var capabilities: Capabilities?
  /// What was asked of it without a command of this flight: that the log-in goes on, or a literal
  /// may follow.
  private(set) var continuations = 0

  /// - Parameters:
  ///   - tags: of the flight's commands, in their order.
  ///   - folder: what is open when the flight begins.
  init(_ flight: Flight, tags: [String], folder: OpenFolder?) {
    self.tags = Dictionary(zip(tags, tags.indices), uniquingKeysWith: { one, _ in one })
    opens = flight.opens
    statuses = Array(repeating: nil, count: flight.commands.count)
    examine = flight.commands.firstIndex { $0.name == "EXAMINE" }
    plainSearch = flight.commands.firstIndex { $0.name == "UID SEARCH" }
    fetchesFlags = flight.commands.contains(where: \.fetchesFlagsAlone)
    self.folder = flight.opens.map { OpenFolder(name: $0) } ?? folder
  }

  /// Whether all commands are completed.
  var isDone: Bool { statuses.allSatisfy { $0 != nil } }

  /// Whether a command is completed.
  func isDone(_ position: Int) -> Bool { statuses[position] != nil }

  mutating func take(_ response: Response) {
    answers.responses.append(response)
    if !response.isFetch || !fetchesFlags { folder?.take(response) }
    switch response {
    case .tagged(let tag, let status): complete(tag, status)
    case .capability(let capabilities): self.capabilities = capabilities
    case .continuation: continuations += 1
    case .status(let status):
      if case .capability(let capabilities) = status.code { self.capabilities = capabilities }
      if status.code == .closed, let opens {
        folder = OpenFolder(name: opens)
        // What came before is about the messages of the folder that was open.
        answers.responses.removeAll(where: \.isAboutMessages)
      }
      if status.kind == .bye { farewell = status }
    case .search(let numbers, _):
      // One that has no tag is the answer to the only one that was sent.
      if let plainSearch { answers.searches[plainSearch] = NumberSet(numbers) }
    case .extendedSearch(let result):
      guard let position = result.tag.flatMap({ tags[$0] }) ?? plainSearch else { return }
      answers.searches[position] = result.all ?? NumberSet(result.min.map { [$0] } ?? [])
    default: break
    }
  }

  private mutating func complete(_ tag: String, _ status: Status) {
    guard let position = tags[tag] else { return }
    statuses[position] = status
    if case .capability(let capabilities) = status.code { self.capabilities = capabilities }
    if position == examine {
      if status.kind == .ok { folder?.noteOpened() } else { folder = nil }
    }
    guard isDone else { return }
    answers.completions = statuses.compactMap { $0 }
    answers.folder = folder
  }
}

extension Response {
  fileprivate var isFetch: Bool { if case .fetch = self { true } else { false } }

  fileprivate var isAboutMessages: Bool {
    switch self {
    case .fetch, .vanished, .expunge, .exists: true
    default: false
    }
  }
}
