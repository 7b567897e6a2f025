import FoundationEssentials

/// How far a folder on a server has been synced at its newer end.
struct FolderCheckpoint: Hashable, Codable {
  /// The UIDVALIDITY to which the values below belong; with another one, they are invalid.
  var uidValidity: UInt32
  /// All messages with UIDs below this one are synced, down to the folder's floor.
  var uidNext: UInt32
  /// The MODSEQ up to which changes of flags are synced; nil where the server does not count them.
  var modSeq: UInt64?

  /// The checkpoint after all new messages of an open folder were read; nil where its UIDs are not
  /// permanent.
  init?(_ folder: OpenFolder, newest: UInt32 = 0) {
    guard folder.uidValidity > 0 else { return nil }
    uidValidity = folder.uidValidity
    uidNext = max(folder.uidNext ?? 1, newest == .max ? newest : newest + 1)
    modSeq = folder.modSeq
  }
}

/// How far a folder on a server has been read at its older end: its floor, which is the account's
/// part of a ``Horizon``.
struct FolderFloor: Hashable, Codable {
  /// The UIDVALIDITY to which UIDs belong.
  var uidValidity: UInt32
  /// The messages that have been read.
  var extent: Extent

  enum Extent: Hashable, Codable {
    /// All from this UID on, and messages below it that arrived late.
    case from(uid: UInt32)
    /// Messages that arrived on this day or later, in days since 1970; for a folder whose UIDs are
    /// not in the order of its dates.
    case since(day: Int64)
  }

  /// The lowest UID from which on all messages are read; nil for a floor by days.
  var uid: UInt32? { if case .from(let uid) = extent { uid } else { nil } }
  /// The first day from which on all messages are read; nil for a floor by UID.
  var day: Int64? { if case .since(let day) = extent { day } else { nil } }
}

extension MessageKey {
  /// Makes the key of a message on a server from its UIDVALIDITY and UID.
  init(uidValidity: UInt32, uid: UInt32) {
    let both = UInt64(uidValidity) << 32 | UInt64(uid)
    self.init(bytes: withUnsafeBytes(of: both.bigEndian, Array.init))
  }

  /// The two values; nil for a key of another kind of account.
  var server: (uidValidity: UInt32, uid: UInt32)? {
    guard bytes.count == 8 else { return nil }
    let both = bytes.reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
    return (UInt32(both >> 32), UInt32(truncatingIfNeeded: both))
  }
}
