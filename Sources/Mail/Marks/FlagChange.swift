/// How the flags of a message are to be changed in its mailbox: read or not, flagged or not.
public struct FlagChange: Sendable {
  /// Its identity, and what was known of it when it was last seen.
  public let message: KnownMessage
  /// Of ``MessageFlags/seen`` and ``MessageFlags/flagged``, those that it is to have.
  public let added: MessageFlags
  /// Of the same, those that it is to lose.
  public let removed: MessageFlags

  /// Nil where the marks ask for nothing.
  init?(_ message: KnownMessage, _ marks: MessageFlags) {
    let all: [(mark: MessageFlags, flag: MessageFlags)] = [
      (.readHere, .seen), (.starredHere, .flagged), (.unreadHere, .seen),
      (.unstarredHere, .flagged),
    ]
    func flags(_ part: ArraySlice<(mark: MessageFlags, flag: MessageFlags)>) -> MessageFlags {
      part.reduce(into: []) { if marks.contains($1.mark) { $0.insert($1.flag) } }
    }
    self.message = message
    (added, removed) = (flags(all[..<2]), flags(all[2...]))
    if added.isEmpty, removed.isEmpty { return nil }
  }

  /// The marks that ask for what is changed.
  var marks: MessageFlags {
    var marks: MessageFlags = []
    if added.contains(.seen) { marks.insert(.readHere) }
    if added.contains(.flagged) { marks.insert(.starredHere) }
    if removed.contains(.seen) { marks.insert(.unreadHere) }
    if removed.contains(.flagged) { marks.insert(.unstarredHere) }
    return marks
  }

  /// What is left of the change where the message has other flags now than when it was last seen: what
  /// another program has changed since counts more.
  public func unless(changedTo now: MessageFlags) -> FlagChange {
    let others = message.flags.symmetricDifference(now)
    return FlagChange(message, added.subtracting(others), removed.subtracting(others))
  }

  /// Of what is left of the change, the part that the mailbox has by now.
  func done(in written: WrittenFlags) -> FlagChange {
    let left = unless(changedTo: written.before)
    let added = left.added.intersection(written.after)
    return FlagChange(message, added, left.removed.subtracting(written.after))
  }

  /// Whether nothing is to be changed.
  var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  private init(_ message: KnownMessage, _ added: MessageFlags, _ removed: MessageFlags) {
    (self.message, self.added, self.removed) = (message, added, removed)
  }

  /// The flags, changed.
  public func applied(to flags: MessageFlags) -> MessageFlags {
    flags.union(added).subtracting(removed)
  }
}

/// The flags of a message whose flags were to be changed.
public struct WrittenFlags: Sendable {
  /// As they were found, and as the mailbox has them since.
  public let (before, after): (MessageFlags, MessageFlags)

  /// Joins the two.
  public init(_ before: MessageFlags, _ after: MessageFlags) {
    (self.before, self.after) = (before, after)
  }
}
