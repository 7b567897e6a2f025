import IMAP

/// Sorts a server's responses into the answers to a ``Flight``.
struct FlightRecorder {
  private let tags: [String: Int]
  private let opens: String?
  private var statuses: [Status?]
  private let searches: [Int]
  private let examine: Int?
  /// Whether FETCH responses with flags only are answers, not reports of changes.
  private let fetchesFlagsAlone: Bool
  /// Whether flags are fetched together with other data.
  private let fetchesFlags: Bool
  private let startsTLS: Bool
  private var progress: FlightProgress
  /// Whether the folder that was open before has been closed.
  private var hasClosed = false
  /// Sequence numbers of messages for which a response with more than flags has come.
  private var answered: Set<UInt32> = []
  /// Sequence numbers of messages for which a response with flags only has come.
  private var flagged: Set<UInt32> = []
  /// The results of each search, one result for each response.
  private var found: [Int: [NumberSet]] = [:]
  private(set) var answers = FlightAnswers()
  private(set) var folder: OpenFolder?
  /// The server's BYE, which announces the end of the connection; nil before.
  private(set) var farewell: Status?
  private(set) var capabilities: Capabilities?
  /// The number of continuation requests: to continue a login, or to send a literal.
  private(set) var continuations = 0

  /// - Parameter folder: the folder that is open when the flight begins.
  init(_ flight: Flight, tags: [String], folder: OpenFolder?) {
    self.tags = Dictionary(zip(tags, tags.indices), uniquingKeysWith: { one, _ in one })
    opens = flight.opens
    statuses = Array(repeating: nil, count: flight.commands.count)
    examine = flight.commands.firstIndex { ["EXAMINE", "SELECT"].contains($0.name) }
    searches = flight.commands.indices.filter { flight.commands[$0].name.hasSuffix("SEARCH") }
    fetchesFlagsAlone = flight.commands.contains(where: \.fetchesFlagsAlone)
    fetchesFlags = flight.commands.contains(where: \.fetchesFlags)
    startsTLS = flight.commands.last == .startTLS
    progress = FlightProgress(flight)
    self.folder = flight.opens.map { OpenFolder(name: $0) } ?? folder
  }

  var isDone: Bool { statuses.allSatisfy { $0 != nil } }

  /// Whether TLS must begin now: further data without TLS could come from an attacker.
  var isBeforeTLS: Bool { isDone && startsTLS }

  func isDone(_ position: Int) -> Bool { statuses[position] != nil }

  /// - Returns: whether the response brings the flight nearer to its end.
  @discardableResult
  mutating func take(_ response: Response) -> Bool {
    defer { record(response) }
    if case .tagged(let tag, _) = response { return tags[tag].map { !isDone($0) } ?? false }
    return progress.take(response)
  }

  private mutating func record(_ response: Response) {
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
        // Drops earlier responses about messages, which belong to the folder that was open before.
        answers.responses.removeAll(where: \.isAboutMessages)
      }
      if status.kind == .bye { farewell = status }
    case .search(let numbers): add(NumberSet(numbers), to: searchUnderWay)
    case .extendedSearch(let result):
      let numbers = result.all ?? NumberSet(result.min.map { [$0] } ?? [])
      add(numbers, to: result.tag.flatMap { tags[$0] } ?? searchUnderWay)
    default: break
    }
  }

  /// The search to which a result without a tag belongs: the first search that is not completed,
  /// since servers without tags answer in order.
  private var searchUnderWay: Int? { searches.first { statuses[$0] == nil } ?? searches.last }

  /// Adds the result in one response: some servers split a search's result into several responses.
  private mutating func add(_ numbers: NumberSet, to search: Int?) {
    guard let search else { return }
    found[search, default: []].append(numbers)
  }

  /// Notes a FETCH response. A response with flags only reports a change, with two exceptions: the
  /// flight asks for flags alone; or the flight asks for flags and other data, and the server sends
  /// the other data in a separate response.
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
    // A missing response counts as an empty result: some servers send none if nothing is found.
    for search in searches where found[search] != nil || statuses[search]?.kind == .ok {
      answers.searches[search] = NumberSet(uniting: found[search] ?? [])
      if found[search] == nil { answers.unansweredSearches.insert(search) }
    }
    if !flagged.isSubset(of: answered) { folder?.noteChange() }
    answers.completions = statuses.compactMap { $0 }
    answers.folder = folder
  }
}

/// Tells answers to a ``Flight`` from other responses, which a server could send without end.
///
/// A response is an answer if a command asks for its kind, and if it tells something that has not
/// come before.
private struct FlightProgress {
  private let names: Set<String>
  /// The answers received so far.
  private var answers: Set<Answer> = []

  private enum Answer: Hashable {
    case folder(String)
    case counts(String)
    case size
    case found(Response)
    case item(MessageNumber, Item)
    case section(MessageNumber, Section)
  }

  private enum MessageNumber: Hashable { case uid(UInt32), sequence(UInt32) }

  private enum Item { case number, flags, date, size, structure }

  init(_ flight: Flight) {
    names = Set(flight.commands.compactMap { $0.name.split(separator: " ").last.map(String.init) })
  }

  mutating func take(_ response: Response) -> Bool {
    switch response {
    case .list(let mailbox):
      asks("LIST") && answers.insert(.folder(mailbox.encodedName)).inserted
    case .mailboxStatus(let status):
      asks("LIST", "STATUS") && answers.insert(.counts(status.encodedName)).inserted
    case .exists: asks("EXAMINE", "SELECT") && answers.insert(.size).inserted
    case .search, .extendedSearch: asks("SEARCH") && answers.insert(.found(response)).inserted
    case .vanished(_, isEarlier: true):
      asks("EXAMINE", "FETCH") && answers.insert(.found(response)).inserted
    case .fetch(let message): asks("EXAMINE", "FETCH") && take(message)
    default: false
    }
  }

  private mutating func take(_ message: FetchedMessage) -> Bool {
    let number = message.uid.map { MessageNumber.uid($0) } ?? .sequence(message.sequenceNumber)
    var told: [Answer] = [.item(number, .number)]
    if message.flags != nil { told.append(.item(number, .flags)) }
    if message.internalDate != nil { told.append(.item(number, .date)) }
    if message.size != nil { told.append(.item(number, .size)) }
    if message.structure != nil { told.append(.item(number, .structure)) }
    told += message.sections.keys.map { .section(number, $0) }
    let count = answers.count
    answers.formUnion(told)
    return answers.count > count
  }

  private func asks(_ commands: String...) -> Bool { commands.contains(where: names.contains) }
}

extension FetchedMessage {
  var hasOnlyFlags: Bool {
    flags != nil && sections.isEmpty && internalDate == nil && size == nil && structure == nil
  }

  /// Merges another response about the same message.
  mutating func add(_ other: FetchedMessage) {
    uid = uid ?? other.uid
    flags = other.flags ?? flags
    internalDate = other.internalDate ?? internalDate
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

/// Merges the responses about each message. Some servers send a message's flags and its text in
/// separate responses, with the UID in only one of them, and the sequence number in both.
struct SplitMessages {
  private(set) var messages: [FetchedMessage] = []
  private var placesByNumber: [UInt32: Int] = [:]
  /// The messages' indices by UID; nil as long as the messages keep their sequence numbers.
  private var placesByUID: [UInt32: Int]?

  init(_ responses: [Response]) {
    for response in responses {
      switch response {
      case .fetch(let message): add(message)
      case .expunge, .vanished(_, isEarlier: false): forgetNumbers()
      default: break
      }
    }
  }

  private mutating func add(_ message: FetchedMessage) {
    let place = place(of: message) ?? messages.count
    if place < messages.count { messages[place].add(message) } else { messages.append(message) }
    placesByNumber[message.sequenceNumber] = place
    if let uid = messages[place].uid { placesByUID?[uid] = place }
  }

  private func place(of message: FetchedMessage) -> Int? {
    if let place = placesByNumber[message.sequenceNumber] {
      let uids = (messages[place].uid, message.uid)
      if uids.0 == nil || uids.1 == nil || uids.0 == uids.1 { return place }
    }
    return message.uid.flatMap { placesByUID?[$0] }
  }

  /// Forgets the sequence numbers, which have changed. From here on, messages received before are
  /// identified by UID only.
  private mutating func forgetNumbers() {
    placesByNumber = [:]
    guard placesByUID == nil else { return }
    let places = messages.indices.compactMap { place in messages[place].uid.map { ($0, place) } }
    placesByUID = Dictionary(places, uniquingKeysWith: { $1 })
  }
}
