/// What a reader marks a message as, in this program alone: the account is told nothing of it.
public enum MessageMark: Sendable, Hashable, CaseIterable {
  case read, unread, starred, unstarred

  /// What takes it back.
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

extension MessageFlags {
  /// Marks of this program, which the account does not know.
  static let readHere = MessageFlags(rawValue: 256)
  static let unreadHere = MessageFlags(rawValue: 512)
  static let starredHere = MessageFlags(rawValue: 1024)
  static let unstarredHere = MessageFlags(rawValue: 2048)
  /// That the marks are to be written into the mailbox, once it can be reached.
  static let toBeWritten = MessageFlags(rawValue: 4096)

  private static let readMarks: MessageFlags = [.readHere, .unreadHere]
  private static let starMarks: MessageFlags = [.starredHere, .unstarredHere]
  static let marks: MessageFlags = readMarks.union(starMarks)

  /// What the account says.
  var ofAccount: MessageFlags { subtracting(.marks) }
  /// What was marked here.
  var ofReader: MessageFlags { intersection(.marks) }

  /// Whether it counts among the unread: nobody need read what is marked for deletion.
  var isUnread: Bool {
    !contains(.trashed) && !contains(.readHere) && (!contains(.seen) || contains(.unreadHere))
  }

  var isStarred: Bool {
    contains(.starredHere) || contains(.flagged) && !contains(.unstarredHere)
  }

  /// The account's flags with those of the marks that say something else than they do.
  func marked(_ marks: MessageFlags) -> MessageFlags {
    var needless: MessageFlags = contains(.seen) ? .readHere : .unreadHere
    needless.insert(contains(.flagged) ? .starredHere : .unstarredHere)
    return ofAccount.union(marks.ofReader.subtracting(needless))
  }

  /// The flags with one more mark, in place of its opposite.
  func marked(as mark: MessageMark) -> MessageFlags {
    marked(ofReader.subtracting(mark.opposite.flags).union(mark.flags))
  }

  /// The account says something else than before. What it has changed counts, and no older mark.
  func changed(to flags: MessageFlags) -> MessageFlags {
    let change = ofAccount.symmetricDifference(flags)
    var marks = ofReader
    if change.contains(.seen) { marks.subtract(Self.readMarks) }
    if change.contains(.flagged) { marks.subtract(Self.starMarks) }
    return flags.marked(marks)
  }
}
