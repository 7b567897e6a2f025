extension Tokens {
  /// Reads the tokens after `LIST`.
  mutating func listedMailbox() -> ListedMailbox? {
    let attributes = list() ?? []
    let separator = text()?.first
    guard let name = mailboxName() else { return nil }
    return ListedMailbox(
      attributes: Set(attributes.map { $0.lowercased() }),
      separator: separator,
      encodedName: name
    )
  }

  /// Reads the tokens after `STATUS`.
  mutating func mailboxStatus() -> MailboxStatus? {
    guard let name = mailboxName(), peekToken() == UInt8(ascii: "(") else { return nil }
    skip()
    var status = MailboxStatus(encodedName: name)
    while let byte = peekToken(), byte != UInt8(ascii: ")") {
      let item = word()
      if item.isEmpty {
        skipValue()
      } else if matches(item, "MESSAGES") {
        status.messages = count()
      } else if matches(item, "UIDNEXT") {
        status.uidNext = identifier()
      } else if matches(item, "UIDVALIDITY") {
        status.uidValidity = count()
      } else if matches(item, "UNSEEN") {
        status.unseen = count()
      } else if matches(item, "HIGHESTMODSEQ") {
        status.highestModSeq = modSeq()
      } else {
        skipValue()
      }
    }
    return status
  }

  /// A mailbox's name as the server wrote it. Some servers do not quote spaces and tabs. A tab may
  /// also be at either end of such a name.
  private mutating func mailboxName() -> String? {
    let separator = index
    while consume(.space) {}
    let tabs = index
    switch peekToken() {
    case nil, UInt8(ascii: "("), UInt8(ascii: ")"): return nil
    case .quote: return text()
    default: break
    }
    let start = index
    guard case .bytes(var name) = string() else {
      // NIL may be a mailbox's name.
      return text(start..<index)
    }
    guard name.lowerBound == start else { return text(name) }
    let first = tabs > separator ? tabs : start
    name = first..<index
    while let byte = peekToken(), byte != UInt8(ascii: "(") {
      if word().isEmpty { skip() }
      name = first..<index
    }
    let end = bytes[name.upperBound..<index].firstIndex { $0 != UInt8(ascii: "\t") } ?? index
    return text(first..<end)
  }
}
