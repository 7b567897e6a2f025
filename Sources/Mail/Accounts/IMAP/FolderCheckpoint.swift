import FoundationEssentials

/// How far a folder on a server has been read at its newer end.
struct FolderCheckpoint: Hashable, Codable {
  /// The numbers below are of this generation of the folder; with another one, none of them counts.
  var uidValidity: UInt32
  /// All messages below this number were seen, down to the folder's floor.
  var uidNext: UInt32
  /// Which changes of flags were seen; nil where the server does not count them.
  var modSeq: UInt64?

  /// The state of a folder that was opened a moment ago, all new messages of which were read; nil
  /// where its numbers do not last.
  init?(_ folder: OpenFolder, newest: UInt32 = 0) {
    guard folder.uidValidity > 0 else { return nil }
    uidValidity = folder.uidValidity
    uidNext = max(folder.uidNext ?? 1, newest == .max ? newest : newest + 1)
    modSeq = folder.modSeq
  }
}

/// How far a folder on a server has been read at its older end; the account's part of a
/// ``Horizon``.
struct FolderFloor: Hashable, Codable {
  /// The generation of the folder that the numbers are of.
  var uidValidity: UInt32
  /// Which of the folder's messages are read.
  var extent: Extent

  enum Extent: Hashable, Codable {
    /// All from this UID on, and those below that arrived late.
    case from(uid: UInt32)
    /// All that arrived on this day or later, in days since 1970; for a folder whose numbers are
    /// in another order than its dates.
    case since(day: Int64)
  }

  /// The lowest number from which on all are read; nil where it goes by days.
  var uid: UInt32? { if case .from(let uid) = extent { uid } else { nil } }
  /// The first day from which on all are read.
  var day: Int64? { if case .since(let day) = extent { day } else { nil } }
}

extension MessageKey {
  /// Of a message on a server: the folder's generation, and the message's number in it.
  init(uidValidity: UInt32, uid: UInt32) {
    let both = UInt64(uidValidity) << 32 | UInt64(uid)
    self.init(bytes: withUnsafeBytes(of: both.bigEndian, Array.init))
  }

  /// The two again; nil for a key of another kind of account.
  var server: (uidValidity: UInt32, uid: UInt32)? {
    guard bytes.count == 8 else { return nil }
    let both = bytes.reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
    return (UInt32(both >> 32), UInt32(truncatingIfNeeded: both))
  }
}
