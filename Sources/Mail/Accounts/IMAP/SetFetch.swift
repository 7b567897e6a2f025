import IMAP

/// Fetches messages; where a server refuses a set because of one of them, in ever smaller parts.
struct SetFetch {
  private var pending: [NumberSet]
  let items: [FetchItem]
  private let isByUID: Bool
  /// Messages that the server refuses one by one, and its words about the last.
  private(set) var refused = NumberSet()
  private(set) var reason = ""

  /// Fetches nothing.
  init() { self.init(NumberSet(), [], isByUID: true) }

  init(_ numbers: NumberSet, _ items: [FetchItem], isByUID: Bool) {
    pending = numbers.isEmpty ? [] : [numbers]
    (self.items, self.isByUID) = (items, isByUID)
  }

  var isDone: Bool { pending.isEmpty }

  /// What is still to be fetched.
  var numbers: NumberSet { pending.reduce(NumberSet()) { $0.union($1) } }

  /// To be sent in one flight.
  var commands: [Command] {
    get throws {
      try pending.map { try isByUID ? .uidFetch($0, items) : .fetch($0, items) }
    }
  }

  /// Takes the answers to ``commands``.
  ///
  /// - Parameter position: of the first of them in the flight.
  /// - Throws: where the server refuses for a reason that is not in the messages.
  mutating func take(_ answers: FlightAnswers, at position: Int) throws {
    var again: [NumberSet] = []
    for (index, set) in pending.enumerated() {
      let status = answers.completions[position + index]
      if status.kind == .ok { continue }
      guard status.kind == .no, status.concernsMessages else {
        throw DialogueFailure(kind: .refused, step: "FETCH", reason: status.text)
      }
      if set.count > 1 {
        let (one, other) = set.split()
        again += [one, other]
      } else {
        refused = refused.union(set)
        reason = status.text
      }
    }
    pending = again
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
}
