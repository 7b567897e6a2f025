import FoundationEssentials
import IMAP

/// What the store knows of a folder on a server.
struct KnownMessages {
  /// Nil where nothing has been read, or all.
  var floor: FolderFloor?
  /// The last horizon, in seconds since 1970.
  var horizon = Int64.max
  /// By number; of the generation of the folder that is known.
  var flags: [UInt32: MessageFlags] = [:]
  /// The numbers.
  var messages = NumberSet()
  /// The generation of the folder that the numbers are of.
  private(set) var generation: UInt32 = 0
  /// Those whose flags were asked for since this program runs, as a list has shown them.
  var shown = NumberSet()
  /// Messages of other generations.
  var foreign: [MessageKey] = []

  /// Nothing.
  init() {}

  /// - Parameters:
  ///   - folder: as the store has it.
  ///   - known: its messages.
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

  /// What a server is asked about to learn of changes: all that is known, and nothing below the
  /// floor but what arrived late.
  func span(upTo end: UInt32) -> NumberSet {
    guard let lowest = messages.first, let highest = messages.last else { return NumberSet() }
    let end = max(end, highest)
    let whole = NumberSet(lowest...end)
    guard let floor = floor?.uid, floor <= end else { return whole }
    let span = messages.below(floor).union(NumberSet(floor...end))
    // Servers do not take lines of any length.
    return span.ranges.count <= Self.longestSpan ? span : whole
  }

  /// In ranges, of some 20 bytes each.
  private static let longestSpan = 100

  /// The messages whose flags are compared where a server does not tell which have changed: the
  /// newest, and deeper ones that a list shows.
  var compared: NumberSet {
    let newest = messages.highest(Self.comparedCount)
    let all = messages.intersection(shown).highest(Self.comparedShown).union(newest)
    return all.ranges.count <= Self.comparedCount ? all : newest
  }

  /// Some 49 bytes each.
  private static let comparedCount = 500
  private static let comparedShown = 1500

  func keys(of generation: UInt32) -> [MessageKey] {
    flags.keys.map { MessageKey(uidValidity: generation, uid: $0) }
  }
}

extension NumberSet {
  /// Those from a number on.
  func from(_ first: UInt32) -> NumberSet { intersection(NumberSet(from: first)) }

  /// Those below a number.
  func below(_ end: UInt32) -> NumberSet { subtracting(NumberSet(from: end)) }

  /// The lowest few.
  func lowest(_ count: Int) -> NumberSet {
    var (lowest, missing) = (NumberSet(), count)
    for range in ranges where missing > 0 {
      let length = min(missing, range.count)
      lowest.insert(contentsOf: range.lowerBound...range.lowerBound + UInt32(length - 1))
      missing -= length
    }
    return lowest
  }

  /// The highest few.
  func highest(_ count: Int) -> NumberSet {
    var (highest, missing) = (NumberSet(), count)
    for range in ranges.reversed() where missing > 0 {
      let length = min(missing, range.count)
      highest.insert(contentsOf: range.upperBound - UInt32(length - 1)...range.upperBound)
      missing -= length
    }
    return highest
  }
}

extension Horizon {
  init(_ seconds: Int64, _ extent: FolderFloor.Extent, of folder: OpenFolder) {
    let floor = FolderFloor(uidValidity: folder.uidValidity, extent: extent)
    let note = try? SyncCheckpoint(encoding: floor)
    self.init(seconds: seconds, key: note?.bytes ?? Data())
  }
}

extension UInt32 {
  func addingClamped(_ other: UInt32) -> UInt32 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
