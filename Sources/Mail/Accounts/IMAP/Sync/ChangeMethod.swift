import IMAP

/// The method by which a server reports changes in a folder.
enum ChangeMethod: Equatable {
  /// With QRESYNC: the server reports all changes when the folder is opened.
  case quickResync(since: FolderCheckpoint, modSeq: UInt64)
  /// With CONDSTORE: the server reports changed flags on demand, and a search shows expunges.
  case changedFlags(since: UInt64)
  /// Without extensions, or without an earlier MODSEQ: the flags of ``KnownMessages/compared`` are
  /// fetched and compared, and a search shows expunges.
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

  /// The option for opening the folder.
  ///
  /// - Parameter span: the UIDs whose changes are asked for.
  func option(for span: NumberSet, _ abilities: ServerAbilities) -> Command.ExamineOption {
    switch self {
    case .quickResync(let last, let modSeq) where !span.isEmpty:
      .qresync(uidValidity: last.uidValidity, modSeq: modSeq, known: span)
    case .comparison where !abilities.countsChanges: .plain
    default: .condstore
    }
  }

  /// The command for changed flags, or for flags to compare; nil if none is needed.
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
