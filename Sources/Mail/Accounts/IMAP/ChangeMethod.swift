import IMAP

/// How a server tells what has changed in a folder.
enum ChangeMethod: Equatable {
  /// By itself, when the folder is opened.
  case quickResync(since: FolderCheckpoint, modSeq: UInt64)
  /// Changed flags on demand; what is gone by what is left.
  case changedFlags(since: UInt64)
  /// Not at all: the flags of the newest messages are compared, and of those that a list shows.
  case comparison

  init(since checkpoint: FolderCheckpoint?, _ abilities: ServerAbilities) {
    guard let checkpoint, let modSeq = checkpoint.modSeq, modSeq > 0 else {
      self = .comparison
      return
    }
    self =
      abilities.hasQuickResync
      ? .quickResync(since: checkpoint, modSeq: modSeq)
      : abilities.countsChanges ? .changedFlags(since: modSeq) : .comparison
  }

  /// How the folder is opened.
  ///
  /// - Parameter span: the messages that are asked about.
  func option(for span: NumberSet, _ abilities: ServerAbilities) -> Command.ExamineOption {
    switch self {
    case .quickResync(let last, let modSeq) where !span.isEmpty:
      .qresync(uidValidity: last.uidValidity, modSeq: modSeq, known: span)
    case .comparison where !abilities.countsChanges: .plain
    default: .condstore
    }
  }

  /// Asks for flags; nil where that is not needed.
  func flags(of known: KnownMessages, in span: NumberSet) throws -> Command? {
    guard !span.isEmpty else { return nil }
    return switch self {
    case .quickResync: nil
    case .changedFlags(let modSeq):
      try .uidFetch(span, [.uid, .flags], changedSince: modSeq)
    case .comparison: try .uidFetch(known.compared, [.uid, .flags])
    }
  }
}
