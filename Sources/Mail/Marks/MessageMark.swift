/// A mark that the user sets on a message.
public enum MessageMark: Sendable, Hashable, CaseIterable {
  case read, unread, starred, unstarred

  /// The mark that undoes this one.
  public var opposite: MessageMark {
    switch self {
    case .read: .unread
    case .unread: .read
    case .starred: .unstarred
    case .unstarred: .starred
    }
  }

  var flags: MessageFlags {
    switch self {
    case .read: .readHere
    case .unread: .unreadHere
    case .starred: .starredHere
    case .unstarred: .unstarredHere
    }
  }
}

/// The messages of some conversations after they were marked.
public struct MarkedMessages: Sendable {
  /// The messages that were to be marked.
  public internal(set) var named: Set<MessageStub.ID> = []
  /// The messages that are shown differently now.
  public internal(set) var changed: Set<MessageStub.ID> = []

  /// Adds messages that are not stored now, but are marked once they are stored again.
  func with(_ missing: Set<MessageStub.ID>) -> MarkedMessages {
    MarkedMessages(named: named.union(missing), changed: changed.union(missing))
  }
}

extension MessageFlags {
  /// Marks of this program, which the account does not have.
  static let readHere = MessageFlags(rawValue: 256)
  static let unreadHere = MessageFlags(rawValue: 512)
  static let starredHere = MessageFlags(rawValue: 1024)
  static let unstarredHere = MessageFlags(rawValue: 2048)
  /// Whether the mark as read or unread waits to be written into the mailbox. Only the file of
  /// marks stores this flag.
  static let readWaits = MessageFlags(rawValue: 4096)
  /// Whether the mark as starred or unstarred waits in the same way.
  static let starWaits = MessageFlags(rawValue: 8192)

  /// Whether the user has named the message that waits, as on the command line, so that the mark is
  /// also written if the user's preference is to keep marks in this program.
  static let readIsNamed = MessageFlags(rawValue: 16384)
  /// Whether the user has named the message whose mark as starred or unstarred waits.
  static let starIsNamed = MessageFlags(rawValue: 32768)

  static let waits: MessageFlags = [.readWaits, .starWaits]
  static let areNamed: MessageFlags = [.readIsNamed, .starIsNamed]
  private static let readMarks: MessageFlags = [.readHere, .unreadHere]
  private static let starMarks: MessageFlags = [.starredHere, .unstarredHere]
  private static let kinds = [
    (readMarks, waits: readWaits, named: readIsNamed),
    (starMarks, waits: starWaits, named: starIsNamed),
  ]
  static let marks: MessageFlags = readMarks.union(starMarks)

  /// For each kind (read, star) of which the set has a mark: both marks and the flags of the wait.
  var ofSameKind: MessageFlags {
    Self.kinds.reduce(into: []) { all, kind in
      if !isDisjoint(with: kind.0) { all.formUnion([kind.0, kind.waits, kind.named]) }
    }
  }

  /// The marks that wait to be written into the mailbox.
  var waiting: MessageFlags {
    Self.kinds.reduce(into: []) { waiting, kind in
      if contains(kind.waits) { waiting.formUnion(intersection(kind.0)) }
    }
  }

  var accountFlags: MessageFlags { subtracting([.marks, .waits, .areNamed]) }
  var userMarks: MessageFlags { intersection(.marks) }

  /// Whether the message counts as unread. A message marked for deletion never does.
  var isUnread: Bool {
    !contains(.trashed) && !contains(.readHere) && (!contains(.seen) || contains(.unreadHere))
  }

  var isStarred: Bool {
    contains(.starredHere) || contains(.flagged) && !contains(.unstarredHere)
  }

  /// The account's flags, with the given marks that differ from them.
  func marked(_ marks: MessageFlags) -> MessageFlags {
    var needless: MessageFlags = contains(.seen) ? .readHere : .unreadHere
    needless.insert(contains(.flagged) ? .starredHere : .unstarredHere)
    return accountFlags.union(marks.userMarks.subtracting(needless))
  }

  /// The flags with one more mark, which replaces its opposite.
  func marked(as mark: MessageMark) -> MessageFlags {
    marked(userMarks.subtracting(mark.opposite.flags).union(mark.flags))
  }

  /// The flags after a change by the account, which overrules older marks of the same kind.
  func changed(to flags: MessageFlags) -> MessageFlags {
    let change = accountFlags.symmetricDifference(flags)
    var marks = userMarks
    if change.contains(.seen) { marks.subtract(Self.readMarks) }
    if change.contains(.flagged) { marks.subtract(Self.starMarks) }
    return flags.marked(marks)
  }
}

/// The flags of a message's copies.
extension [MessageFlags] {
  /// Whether the message is unread: so are all of its copies that are not marked for deletion.
  var areUnread: Bool {
    let kept = filter { !$0.contains(.trashed) }
    return !kept.isEmpty && kept.allSatisfy(\.isUnread)
  }

  var areStarred: Bool { contains(where: \.isStarred) }

  /// Whether the message is as unread and as starred with these flags as with others.
  func areShown(as others: [MessageFlags]) -> Bool {
    areUnread == others.areUnread && areStarred == others.areStarred
  }
}
