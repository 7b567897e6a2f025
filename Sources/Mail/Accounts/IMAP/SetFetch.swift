import IMAP

/// Fetches messages; where a server refuses a set because of one of them, in ever smaller parts,
/// and where it gives only so many at once, one part after the other.
struct SetFetch {
  private var pending: [NumberSet]
  /// All that is fetched.
  let asked: NumberSet
  let items: [FetchItem]
  private let isByUID: Bool
  /// Messages that the server refuses one by one, and its words about the last.
  private(set) var refused = NumberSet()
  private(set) var reason = ""
  private var refusals = 0
  private var hasAccepted = false
  /// Whether a refusal is only noted, for whatever reason.
  private var isLastTry = false

  /// Some servers hang up at fifty commands that come at once.
  private static let commandLimit = 20
  /// So many messages are asked for each by itself.
  private static let aloneLimit = 200
  /// A server that has refused this many sets, and accepted none, refuses sets as such.
  private static let refusalLimit = 32

  /// Fetches nothing.
  init() { self.init(NumberSet(), [], isByUID: true) }

  init(_ numbers: NumberSet, _ items: [FetchItem], isByUID: Bool) {
    pending = numbers.isEmpty ? [] : [numbers]
    (asked, self.items, self.isByUID) = (numbers, items, isByUID)
  }

  /// Fetches something else of the messages that the server has refused.
  func refused(asking items: [FetchItem]) -> SetFetch {
    var other = SetFetch(refused, items, isByUID: isByUID)
    other.hasAccepted = hasAccepted
    return other
  }

  /// Fetches messages once more, in other words: each by itself, or of very many a few at once.
  static func again(_ numbers: NumberSet, _ items: [FetchItem], isByUID: Bool) -> SetFetch {
    var fetch = SetFetch(numbers, items, isByUID: isByUID)
    fetch.pending = numbers.chunks(ofCount: numbers.count <= aloneLimit ? 1 : 10)
    fetch.isLastTry = true
    return fetch
  }

  var isDone: Bool { pending.isEmpty }

  /// What is still to be fetched.
  var numbers: NumberSet { pending.reduce(NumberSet()) { $0.union($1) } }

  /// To be sent in one flight.
  var commands: [Command] {
    get throws {
      try sent.map { try isByUID ? .uidFetch($0, items) : .fetch($0, items) }
    }
  }

  private var sent: ArraySlice<NumberSet> { pending.prefix(Self.commandLimit) }

  /// Takes the answers to ``commands``.
  ///
  /// - Parameter position: of the first of them in the flight.
  /// - Throws: where the server refuses for a reason that is not in the messages.
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
    else { throw DialogueFailure(kind: .refused, step: "FETCH", reason: status.text) }
    if set.count > 1 {
      let (one, other) = set.split()
      return [one, other]
    }
    refused = refused.union(set)
    reason = status.text
    return []
  }

  /// What lies below the lowest message that the server has looked at, where it looks at so many at
  /// once.
  private func rest(of set: NumberSet, _ answers: FlightAnswers, _ status: Status) -> NumberSet {
    guard let uid = status.lowestSeen else { return NumberSet() }
    if isByUID { return set.below(uid) }
    let seen = answers.messages.filter { set.contains($0.sequenceNumber) }
    let lowest = seen.first { $0.uid == uid }?.sequenceNumber ?? seen.map(\.sequenceNumber).min()
    return lowest.map { set.below($0) } ?? set
  }
}

extension Status {
  /// Whether another set of messages may be accepted.
  fileprivate var concernsMessages: Bool {
    switch code {
    case .authorizationFailed, .expired, .nonExistent: false
    default: true
    }
  }

  /// Whether the command was carried out, and for all of its messages.
  var isWhole: Bool { kind == .ok && lowestSeen == nil }

  /// The lowest UID that the command was carried out for, where that is not all (RFC 9738).
  var lowestSeen: UInt32? {
    if case .messageLimit(_, let uid) = code { uid } else { nil }
  }
}
