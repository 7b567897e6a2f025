import IMAP

/// Sorts what a server sends into the answers to a flight.
struct FlightRecorder {
  private let tags: [String: Int]
  private let opens: String?
  private var statuses: [Status?]
  private let searches: [Int]
  private let examine: Int?
  /// Whether flags that come are answers, and no news.
  private let fetchesFlagsAlone: Bool
  /// Whether flags are asked for together with other data.
  private let fetchesFlags: Bool
  private let startsTLS: Bool
  /// Whether the folder that was open before is closed.
  private var hasClosed = false
  /// Sequence numbers of messages of which more than flags has come.
  private var answered: Set<UInt32> = []
  /// Sequence numbers of messages of which only flags have come.
  private var flagged: Set<UInt32> = []
  /// What each search has found, line by line.
  private var found: [Int: [NumberSet]] = [:]
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
    examine = flight.commands.firstIndex { ["EXAMINE", "SELECT"].contains($0.name) }
    searches = flight.commands.indices.filter { flight.commands[$0].name.hasSuffix("SEARCH") }
    fetchesFlagsAlone = flight.commands.contains(where: \.fetchesFlagsAlone)
    fetchesFlags = flight.commands.contains(where: \.fetchesFlags)
    startsTLS = flight.commands.last == .startTLS
    self.folder = flight.opens.map { OpenFolder(name: $0) } ?? folder
  }

  /// Whether all commands are completed.
  var isDone: Bool { statuses.allSatisfy { $0 != nil } }

  /// Whether the connection is to be protected now. What follows is from somebody else.
  var isBeforeTLS: Bool { isDone && startsTLS }

  /// Whether a command is completed.
  func isDone(_ position: Int) -> Bool { statuses[position] != nil }

  mutating func take(_ response: Response) {
    if !response.isRemark { answers.responses.append(response) }
    switch response {
    case .fetch(let message): note(message)
    default: folder?.take(response)
    }
    switch response {
    case .tagged(let tag, let status): complete(tag, status)
    case .capability(let capabilities): self.capabilities = capabilities
    case .continuation: continuations += 1
    case .status(let status):
      if case .capability(let capabilities) = status.code { self.capabilities = capabilities }
      if status.code == .closed, let opens, !hasClosed {
        hasClosed = true
        folder = OpenFolder(name: opens)
        // What came before is about the messages of the folder that was open.
        answers.responses.removeAll(where: \.isAboutMessages)
      }
      if status.kind == .bye { farewell = status }
    case .search(let numbers, _): add(NumberSet(numbers), to: searchUnderWay)
    case .extendedSearch(let result):
      let numbers = result.all ?? NumberSet(result.min.map { [$0] } ?? [])
      add(numbers, to: result.tag.flatMap { tags[$0] } ?? searchUnderWay)
    default: break
    }
  }

  /// The search that a result without a tag belongs to: the first one that is not completed, since
  /// such a server answers in order.
  private var searchUnderWay: Int? { searches.first { statuses[$0] == nil } ?? searches.last }

  /// Some servers send a result in several lines.
  private mutating func add(_ numbers: NumberSet, to search: Int?) {
    guard let search else { return }
    found[search, default: []].append(numbers)
  }

  /// Flags alone are news, unless they were asked for, or are one of several lines about a message.
  private mutating func note(_ message: FetchedMessage) {
    guard !fetchesFlagsAlone else { return }
    guard fetchesFlags, folder?.isOpen == true else {
      folder?.take(.fetch(message))
      return
    }
    if message.hasOnlyFlags {
      flagged.insert(message.sequenceNumber)
    } else {
      answered.insert(message.sequenceNumber)
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
    // Some servers send no line where nothing is found.
    for search in searches where found[search] != nil || statuses[search]?.kind == .ok {
      answers.searches[search] = NumberSet(uniting: found[search] ?? [])
      if found[search] == nil { answers.unansweredSearches.insert(search) }
    }
    if !flagged.isSubset(of: answered) { folder?.noteChange() }
    answers.completions = statuses.compactMap { $0 }
    answers.folder = folder
  }
}

extension FetchedMessage {
  /// Whether it says nothing but what the flags are.
  var hasOnlyFlags: Bool {
    flags != nil && sections.isEmpty && internalDate == nil && size == nil && structure == nil
  }

  /// Adds what another line says about the same message.
  mutating func add(_ other: FetchedMessage) {
    uid = uid ?? other.uid
    flags = other.flags ?? flags
    internalDate = other.internalDate ?? internalDate
    modSeq = other.modSeq ?? modSeq
    size = other.size ?? size
    structure = other.structure ?? structure
    for (section, bytes) in other.sections
    where sections[section] == nil || bytes?.isEmpty == false {
      sections[section] = bytes
    }
  }
}

extension Response {
  fileprivate var isAboutMessages: Bool {
    switch self {
    case .fetch, .vanished, .expunge, .exists: true
    default: false
    }
  }
}
