/// A change of a message's flags in its mailbox: read or not, flagged or not.
public struct FlagChange: Sendable {
  /// The message's identity and flags, as last seen.
  public let message: KnownMessage
  /// The flags to add, of ``MessageFlags/seen`` and ``MessageFlags/flagged``.
  public let added: MessageFlags
  /// The flags to remove, of the same two.
  public let removed: MessageFlags

  /// Nil if the marks change nothing.
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

  /// The marks that request this change.
  var marks: MessageFlags {
    var marks: MessageFlags = []
    if added.contains(.seen) { marks.insert(.readHere) }
    if added.contains(.flagged) { marks.insert(.starredHere) }
    if removed.contains(.seen) { marks.insert(.unreadHere) }
    if removed.contains(.flagged) { marks.insert(.unstarredHere) }
    return marks
  }

  /// The part of the change that is still valid if the message has other flags now than when last
  /// seen: a later change by another program takes precedence.
  public func unless(changedTo now: MessageFlags) -> FlagChange {
    let others = message.flags.symmetricDifference(now)
    return FlagChange(message, added.subtracting(others), removed.subtracting(others))
  }

  /// The part of the remaining change that the mailbox now has.
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

  /// The given flags after the change.
  public func applied(to flags: MessageFlags) -> MessageFlags {
    flags.union(added).subtracting(removed)
  }
}

/// The flags of a message whose flags were to be changed.
public struct WrittenFlags: Sendable {
  /// The flags that were found, and those that the mailbox has since.
  public let (before, after): (MessageFlags, MessageFlags)

  /// Joins the two.
  public init(_ before: MessageFlags, _ after: MessageFlags) {
    (self.before, self.after) = (before, after)
  }
}
