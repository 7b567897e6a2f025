import FoundationEssentials
import IMAP

/// The newer end of the synced messages of a server's folder. The older end is ``FolderFloor``.
struct FolderCheckpoint: Hashable, Codable {
  /// The UIDVALIDITY for which the values below are valid.
  var uidValidity: UInt32
  /// The UID below which all messages are synced, down to the folder's floor (``FolderFloor``).
  var uidNext: UInt32
  /// The MODSEQ up to which changes of flags are synced; nil if the server does not count changes.
  var modSeq: UInt64?
  /// The number of messages in the folder. Without QRESYNC, a removal need not raise MODSEQ. Nil if
  /// unknown.
  var count: UInt32?

  /// The checkpoint after all new messages of an open folder were read; nil if the folder's UIDs
  /// are not permanent.
  ///
  /// - Parameter newest: the highest UID of the folder's messages; 0 if it has none.
  init?(_ folder: OpenFolder, newest: UInt32 = 0) {
    guard folder.uidValidity > 0 else { return nil }
    uidValidity = folder.uidValidity
    uidNext = max(folder.uidNext ?? 1, newest == .max ? newest : newest + 1)
    modSeq = folder.modSeq
    count = folder.isCounted ? folder.count : nil
  }
}

/// The floor of a folder on a server: the older end of the messages that have been read. The floor
/// is stored in the folder's ``Horizon/key``.
struct FolderFloor: Hashable, Codable {
  /// The UIDVALIDITY to which UIDs belong.
  var uidValidity: UInt32
  /// The messages that have been read.
  var extent: Extent

  enum Extent: Hashable, Codable {
    /// All messages from this UID on, and late messages (``FolderWindow``), with lower UIDs.
    case from(uid: UInt32)
    /// Messages that arrived on this day or later, in days since 1970; for a folder whose UIDs are
    /// not in the order of arrival.
    case since(day: Int64)
    /// Messages that were written on this day or later, by their Date fields; for a folder of which
    /// too many messages arrived on one day. Some older ones may have been read, too.
    case sent(since: Int64)
  }

  /// The lowest UID from which on all messages are read; nil for a floor by days.
  var uid: UInt32? { if case .from(let uid) = extent { uid } else { nil } }
  /// The first day of arrival from which on all messages are read; nil for another floor.
  var day: Int64? { if case .since(let day) = extent { day } else { nil } }
  /// The first day in Date fields from which on all messages are read; nil for another floor.
  var sentDay: Int64? { if case .sent(let day) = extent { day } else { nil } }
}

struct ServerPlace: Hashable, Sendable {
  let uid: UInt32
  /// The UIDVALIDITY to which the UID belongs.
  let uidValidity: UInt32
  /// The folder's encoded name.
  let folder: String
}

extension MessageKey {
  /// Makes the key of a message on a server from its UIDVALIDITY and UID.
  init(uidValidity: UInt32, uid: UInt32) {
    let both = UInt64(uidValidity) << 32 | UInt64(uid)
    self.init(bytes: withUnsafeBytes(of: both.bigEndian, Array.init))
  }

  /// - Throws: ``MailError/messageGone(path:)`` for a key of another kind of account.
  func place(in folder: FolderID) throws(MailError) -> ServerPlace {
    guard let (uidValidity, uid) = server else { throw .messageGone(path: folder.text) }
    return ServerPlace(uid: uid, uidValidity: uidValidity, folder: folder.text)
  }

  /// The UIDVALIDITY and the UID; nil for a key of another kind of account.
  var server: (uidValidity: UInt32, uid: UInt32)? {
    guard bytes.count == 8 else { return nil }
    let both = bytes.reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
    return (UInt32(both >> 32), UInt32(truncatingIfNeeded: both))
  }
}

extension Horizon {
  init(_ seconds: Int64, _ extent: FolderFloor.Extent, of folder: OpenFolder) {
    let floor = FolderFloor(uidValidity: folder.uidValidity, extent: extent)
    let note = try? SyncCheckpoint(encoding: floor)
    self.init(seconds: seconds, key: note?.bytes ?? Data())
  }
}

/// Finds the floor's sequence number: the sequence number of the lowest known message from the
/// floor (``FolderFloor``) on. The next older window ends right below this number.
struct FloorPlace {
  private let known: NumberSet
  /// Whether to search instead of fetching UIDs. The search finds the lowest message that still
  /// exists, and is answered by one line.
  private let isSearched: Bool

  /// The number of lowest messages whose sequence numbers are fetched without a search: more than
  /// one, since some may be expunged.
  static let sample = 20

  /// - Returns: nil if there is no floor by UID, or no known message from the floor on.
  init?(of known: KnownMessages, _ abilities: ServerAbilities) {
    guard let floor = known.floor?.uid else { return nil }
    self.init(known.messages.from(floor), isSearched: abilities.searchesBriefly)
  }

  private init?(_ known: NumberSet, isSearched: Bool) {
    guard !known.isEmpty else { return nil }
    (self.known, self.isSearched) = (known, isSearched)
  }

  var command: Command {
    get throws {
      guard isSearched, let lowest = known.first, let highest = known.last else {
        return try .uidFetch(known.lowest(Self.sample), [.uid])
      }
      return try .search([.uid(NumberSet(lowest...highest))], returning: [.min])
    }
  }

  /// - Returns: nil if the search has failed, or if none of the messages exists any more.
  func place(in answers: FlightAnswers, at position: Int) -> UInt32? {
    if isSearched {
      guard answers.completions[position].kind == .ok else { return nil }
      return answers.searches[position]?.first
    }
    return answers.messages.filter { $0.uid.map(known.contains) ?? false }
      .map(\.sequenceNumber).min()
  }

  /// The alternative without a search, for a server that has not answered the search correctly; nil
  /// if this already works without a search.
  var withoutSearch: FloorPlace? { isSearched ? FloorPlace(known, isSearched: false) : nil }
}
