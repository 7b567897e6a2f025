/// A change of a message's flags in its mailbox: read or not, flagged or not.
public struct FlagChange: Sendable {
  /// The message's identity and flags, as last seen.
  public let message: KnownMessage
  /// The flags to add: ``MessageFlags/seen``, ``MessageFlags/flagged`` or both.
  public let added: MessageFlags
  /// The flags to remove: ``MessageFlags/seen``, ``MessageFlags/flagged`` or both.
  public let removed: MessageFlags

  /// Makes the change that the marks request; nil if there are no marks.
  init?(_ message: KnownMessage, _ marks: MessageFlags) {
    func flags(_ pairs: [Pair]) -> MessageFlags {
      pairs.reduce(into: []) { if marks.contains($1.mark) { $0.insert($1.flag) } }
    }
    self.init(message, flags(Self.adding), flags(Self.removing))
    if isEmpty { return nil }
  }

  /// The marks that request this change.
  var marks: MessageFlags {
    let adding = Self.adding.filter { added.contains($0.flag) }
    let removing = Self.removing.filter { removed.contains($0.flag) }
    return (adding + removing).reduce(into: []) { $0.insert($1.mark) }
  }

  private typealias Pair = (mark: MessageFlags, flag: MessageFlags)
  private static let adding: [Pair] = [(.readHere, .seen), (.starredHere, .flagged)]
  private static let removing: [Pair] = [(.unreadHere, .seen), (.unstarredHere, .flagged)]

  /// The part of the change that is still valid if the message has other flags now than when last
  /// seen: a later change by another program takes precedence.
  public func unless(changedTo now: MessageFlags) -> FlagChange {
    let others = message.flags.symmetricDifference(now)
    return FlagChange(message, added.subtracting(others), removed.subtracting(others))
  }

  /// The part of the change that was still valid and that the mailbox has carried out.
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

/// The flags of a message before and after an attempt to change them.
public struct WrittenFlags: Sendable {
  /// The flags as they were found.
  public let before: MessageFlags
  /// The flags in the mailbox afterwards.
  public let after: MessageFlags
}
