import IMAP

/// Merges the responses about one message: some servers send its flags in one and its text in
/// another, with its UID in either. All have its sequence number.
struct SplitMessages {
  private(set) var messages: [FetchedMessage] = []
  private var placesByNumber: [UInt32: Int] = [:]
  /// Nil as long as the messages keep their sequence numbers.
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

  /// Forgets the sequence numbers, which have changed; from here on only UIDs identify the
  /// messages.
  private mutating func forgetNumbers() {
    placesByNumber = [:]
    guard placesByUID == nil else { return }
    let places = messages.indices.compactMap { place in messages[place].uid.map { ($0, place) } }
    placesByUID = Dictionary(places, uniquingKeysWith: { $1 })
  }
}
