import IMAP

/// Fetches messages in sets. If a server refuses a set because of one message, the set is split
/// into smaller ones; if a server returns only some messages at once, the rest is asked for again.
struct SetFetch {
  private var pending: [NumberSet]
  let asked: NumberSet
  let items: [FetchItem]
  private let isByUID: Bool
  /// Messages of which the server has refused the items.
  private(set) var refused = NumberSet()
  /// The server's text about the last refused message.
  private(set) var reason = ""
  private var refusals = 0
  private var hasAccepted = false
  /// Whether refused messages are only noted, without splitting their set or throwing an error.
  private var isLastTry = false

  /// The highest number of commands sent at once: some servers disconnect at fifty.
  private static let commandLimit = 20
  /// The number of messages up to which ``again(_:_:isByUID:)`` asks for each individually.
  private static let aloneLimit = 200
  /// A server that refused this many sets and accepted none refuses sets as such.
  private static let refusalLimit = 32

  init() { self.init(NumberSet(), [], isByUID: true) }

  init(_ numbers: NumberSet, _ items: [FetchItem], isByUID: Bool) {
    pending = numbers.isEmpty ? [] : [numbers]
    (asked, self.items, self.isByUID) = (numbers, items, isByUID)
  }

  /// Makes a fetch of other items, for the messages that the server has refused.
  func refused(asking items: [FetchItem]) -> SetFetch {
    var other = SetFetch(refused, items, isByUID: isByUID)
    other.hasAccepted = hasAccepted
    return other
  }

  /// Makes a fetch of messages once more, with other items: each message individually, or if there
  /// are very many, ten at once.
  static func again(_ numbers: NumberSet, _ items: [FetchItem], isByUID: Bool) -> SetFetch {
    var fetch = SetFetch(numbers, items, isByUID: isByUID)
    fetch.pending = numbers.chunks(ofCount: numbers.count <= aloneLimit ? 1 : 10)
    fetch.isLastTry = true
    return fetch
  }

  var isDone: Bool { pending.isEmpty }

  var commands: [Command] {
    get throws {
      try sent.map { try isByUID ? .uidFetch($0, items) : .fetch($0, items) }
    }
  }

  private var sent: ArraySlice<NumberSet> { pending.prefix(Self.commandLimit) }

  /// Takes the answers to ``commands``.
  ///
  /// - Parameter position: the first command's position in the flight.
  /// - Throws: if the server refuses a set for a reason other than its messages.
  mutating func take(_ answers: FlightAnswers, at position: Int) throws {
    var again: [NumberSet] = []
    for (index, set) in sent.enumerated() {
      let status = answers.completions[position + index]
      guard status.kind == .ok else {
        again += try parts(of: set, refusedBy: status)
        continue
      }
      hasAccepted = true
      let rest = rest(of: set, answers, status)
      if rest.count < set.count {
        again += [rest].filter { !$0.isEmpty }
      } else {
        (refused, reason) = (refused.union(set), status.text)
      }
    }
    pending = again + pending.dropFirst(sent.count)
  }

  private mutating func parts(of set: NumberSet, refusedBy status: Status) throws -> [NumberSet] {
    if isLastTry {
      refused = refused.union(set)
      return []
    }
    refusals += 1
    guard status.kind == .no, status.concernsMessages,
      hasAccepted || refusals < Self.refusalLimit
    else { throw DialogueFailure(.refused, "FETCH", status.text) }
    if set.count > 1 {
      let (one, other) = set.split()
      return [one, other]
    }
    refused = refused.union(set)
    reason = status.text
    return []
  }

  /// The rest of the set: the numbers below those that the server has handled. Empty unless the
  /// server handles only a limited number at once.
  private func rest(of set: NumberSet, _ answers: FlightAnswers, _ status: Status) -> NumberSet {
    guard let uid = status.lowestSeen else { return NumberSet() }
    if isByUID { return set.below(uid) }
    let seen = answers.messages.filter { set.contains($0.sequenceNumber) }
    let lowest = seen.first { $0.uid == uid }?.sequenceNumber ?? seen.map(\.sequenceNumber).min()
    return lowest.map { set.below($0) } ?? set
  }
}

extension Status {
  /// Whether the server may accept another set of messages.
  fileprivate var concernsMessages: Bool {
    switch code {
    case .authorizationFailed, .expired, .nonExistent: false
    default: true
    }
  }

  /// Whether the command was carried out for all of its messages.
  var isWhole: Bool { kind == .ok && lowestSeen == nil }

  /// The lowest UID for which the command was carried out, if not for all (RFC 9738).
  var lowestSeen: UInt32? {
    if case .messageLimit(_, let uid) = code { uid } else { nil }
  }
}
