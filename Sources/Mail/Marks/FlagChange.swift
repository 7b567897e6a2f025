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

  /// The flags, changed.
  public func applied(to flags: MessageFlags) -> MessageFlags {
    flags.union(added).subtracting(removed)
  }
}
