import FoundationEssentials
import IMAP

/// The stored messages of a folder on a server.
struct KnownMessages {
  /// The older end of the messages read so far; nil if nothing has been read, or everything.
  var floor: FolderFloor?
  /// The folder's last ``Horizon``, in seconds since 1970; `.max` if there is none.
  var horizon = Int64.max
  /// Flags by UID, for the UIDVALIDITY in ``generation``.
  var flags: [UInt32: MessageFlags] = [:]
  var messages = NumberSet()
  /// The UIDVALIDITY to which the UIDs belong.
  private(set) var generation: UInt32 = 0
  /// Messages whose flags this run of the program has checked, such as those that a list has shown.
  var shown = NumberSet()
  /// Messages of another UIDVALIDITY.
  var foreign: [MessageKey] = []

  /// Makes an empty value.
  init() {}

  init(_ folder: SyncFolder?, _ known: KnownFlags) {
    floor = folder?.horizon.flatMap { SyncCheckpoint(bytes: $0.key).decoded(as: FolderFloor.self) }
    horizon = folder?.horizon?.seconds ?? .max
    generation =
      folder?.checkpoint?.decoded(as: FolderCheckpoint.self)?.uidValidity ?? floor?.uidValidity
      ?? known.keys.lazy.compactMap { $0.server?.uidValidity }.max() ?? 0
    for (key, flags) in known {
      if let (uidValidity, uid) = key.server, uidValidity == generation {
        self.flags[uid] = flags
      } else {
        foreign.append(key)
      }
    }
    messages = NumberSet(flags.keys)
  }

  /// The UIDs whose changes the server is asked for: all from the floor on, and below the floor
  /// those of late messages (``FolderWindow``). Without a floor, all from the lowest known UID on.
  func span(upTo end: UInt32) -> NumberSet {
    guard let lowest = messages.first, let highest = messages.last else { return NumberSet() }
    let end = max(end, highest)
    let whole = NumberSet(lowest...end)
    guard let floor = floor?.uid, floor <= end else { return whole }
    let span = messages.below(floor).union(NumberSet(floor...end))
    // Many ranges become one, since servers limit the length of a line.
    return span.ranges.count <= Self.longestSpan ? span : whole
  }

  /// The highest number of ranges in a span; each takes about 20 bytes of the line.
  private static let longestSpan = 100

  /// The messages whose flags are compared if a server does not report changed flags: the newest,
  /// and other messages of ``shown`` unless these make the command too long.
  var compared: NumberSet {
    let newest = messages.highest(Self.comparedCount)
    let all = messages.intersection(shown).highest(Self.comparedShown).union(newest)
    return all.ranges.count <= Self.comparedCount ? all : newest
  }

  /// The limits of newest and of shown messages in ``compared``; flags take about 49 bytes each.
  private static let comparedCount = 500
  private static let comparedShown = 1500

  func keys(of generation: UInt32) -> [MessageKey] {
    flags.keys.map { MessageKey(uidValidity: generation, uid: $0) }
  }
}

extension UInt32 {
  func addingClamped(_ other: UInt32) -> UInt32 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
