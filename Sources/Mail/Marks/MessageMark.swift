/// What a reader marks a message as.
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
  /// That the mark is to be written into the mailbox, once it can be reached. Only the file of marks
  /// has these.
  static let readWaits = MessageFlags(rawValue: 4096)
  static let starWaits = MessageFlags(rawValue: 8192)

  private static let readMarks: MessageFlags = [.readHere, .unreadHere]
  private static let starMarks: MessageFlags = [.starredHere, .unstarredHere]
  static let marks: MessageFlags = readMarks.union(starMarks)

  /// All marks on the same as one of these, with whether it waits.
  var ofSameKind: MessageFlags {
    var all: MessageFlags = []
    if !isDisjoint(with: Self.readMarks) { all.formUnion([.readHere, .unreadHere, .readWaits]) }
    if !isDisjoint(with: Self.starMarks) {
      all.formUnion([.starredHere, .unstarredHere, .starWaits])
    }
    return all
  }

  /// The marks that wait for being written into the mailbox.
  var waiting: MessageFlags {
    var marks: MessageFlags = []
    if contains(.readWaits) { marks.formUnion(intersection(Self.readMarks)) }
    if contains(.starWaits) { marks.formUnion(intersection(Self.starMarks)) }
    return marks
  }

  /// What the account says.
  var ofAccount: MessageFlags { subtracting(.marks).subtracting([.readWaits, .starWaits]) }
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
