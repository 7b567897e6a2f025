/// A change of one flag of a message in its mailbox: read or not, flagged or not.
public struct FlagChange: Sendable, Hashable {
  /// The message's identity and flags, as last seen.
  public let message: KnownMessage
  /// ``MessageFlags/seen`` or ``MessageFlags/flagged``.
  public let flag: MessageFlags
  /// Whether the flag is added; otherwise it is removed.
  public let adds: Bool
  /// Whether the change counts even if another program has changed the flag since it was last seen.
  public let insists: Bool

  /// The changes that the marks request, one for each flag.
  static func all(
    _ message: KnownMessage,
    _ marks: MessageFlags,
    insists: Bool = false
  ) -> [FlagChange] {
    kinds.compactMap { mark, flag, adds in
      guard marks.contains(mark) else { return nil }
      return FlagChange(message: message, flag: flag, adds: adds, insists: insists)
    }
  }

  private static let kinds: [(mark: MessageFlags, flag: MessageFlags, adds: Bool)] = [
    (.readHere, .seen, true), (.unreadHere, .seen, false),
    (.starredHere, .flagged, true), (.unstarredHere, .flagged, false),
  ]

  /// The mark that requests this change.
  var mark: MessageFlags {
    Self.kinds.first { $0.flag == flag && $0.adds == adds }?.mark ?? []
  }

  /// Whether these flags are as the change wants them.
  public func isDone(in flags: MessageFlags) -> Bool { flags.contains(flag) == adds }

  /// Whether another program has changed the flag since it was last seen: its later change takes
  /// precedence.
  public func isOverruled(by flags: MessageFlags) -> Bool {
    !insists && !isDone(in: flags) && flags.contains(flag) != message.flags.contains(flag)
  }

  /// The given flags after the change.
  public func applied(to flags: MessageFlags) -> MessageFlags {
    adds ? flags.union(flag) : flags.subtracting(flag)
  }
}

/// An account's answer to a ``FlagChange``. All but ``later`` end the wait of a mark.
public enum MarkAnswer: Sendable, Hashable {
  /// The message has the flag as the change wants it, in the mailbox.
  case written
  /// The message is no longer where it was last seen. It may be elsewhere in the account.
  case gone
  /// The mailbox does not take the change.
  case refused(MarkRefusal)
  /// The change may be tried again, for example after a refresh.
  case later
}
