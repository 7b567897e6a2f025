import Mail
import PullToRefreshGtk
import Tideline

/// The time to read the cursors of all rows again and to show the difference, for lists of several
/// lengths.
final class ReloadBench {
  private let mailbox: Mailbox
  private let list: ConversationList
  private let frame: () async -> Void

  private static let lengths = [1_000, 100_000, 1_000_000]
  private static let changes = [5, 10_000]
  private static let rounds = 5

  /// - Parameter frame: returns when the next frame is painted.
  init(_ mailbox: Mailbox, _ list: ConversationList, frame: @escaping () async -> Void) {
    (self.mailbox, self.list, self.frame) = (mailbox, list, frame)
  }

  /// - Returns: times in ms by name. A name is `read` or `show`, the number of rows and, to show,
  ///   the number of changed rows, as in `show 1000 5`. Reading is measured in elapsed time, since
  ///   another thread does it; showing in the main thread's processor time.
  func run() async throws -> [String: [Double]] {
    var costs: [String: [Double]] = [:]
    let all = list.model.places
    for length in Self.lengths where length <= all.count {
      let end = all[length - 1]
      for _ in 0..<Self.rounds {
        let start = MainLoop.now
        let places = try await mailbox.places(downTo: end).places
        costs["read \(length)", default: []].append((MainLoop.now - start) / .milliseconds(1))
        guard places.count == length else { return costs }
      }
      list.show(Array(all.prefix(length)), rows: [])
      let place = list.widget.verticalAdjustment
      await frame()
      place.value = (place.upper - place.pageSize) / 2
      // Waits until the rows are loaded.
      for _ in 0..<20 { await frame() }
      for count in Self.changes where count < length {
        for _ in 0..<Self.rounds {
          costs["show \(length) \(count)", default: []] += await show(all.prefix(length), count)
        }
      }
    }
    list.show(all, rows: [])
    await frame()
    return costs
  }

  /// - Returns: the times to remove this many rows all over the list, and to add them again.
  private func show(_ places: ArraySlice<Cursor>, _ count: Int) async -> [Double] {
    // Uses a prime, so that the rows are not at equal distances.
    let gone = Set((0..<count).map { ($0 * 7919 + 13) % places.count })
    let kept = places.indices.filter { !gone.contains($0) }.map { places[$0] }
    var costs: [Double] = []
    for next in [kept, Array(places)] {
      // As after a refresh, the visible rows have been read.
      let rows = list.model.pinned.compactMap { list.model[$0] }
      let start = FrameTimes.used
      list.show(next, rows: rows)
      costs.append(FrameTimes.used - start)
      await frame()
    }
    return costs
  }
}
