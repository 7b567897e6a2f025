import Mail
import TidelineGtk

/// The conversations that are loaded, newest first: where each stands, and the rows of those that
/// were shown of late.
///
/// A place is 24 bytes, so a list may hold a million; its rows are fetched as they show.
/// The view learns of a change by few splices, never by a reset.
package final class ConversationModel {
  /// What GTK sees: the conversations of the places.
  package let keys = KeyListModel()
  /// In the list's order.
  package private(set) var places: [Cursor] = []
  private var rows: RowCache
  /// Counts the changes. Rows that were asked for before the last one may be out of date.
  private(set) var revision = 0

  /// Called with a row that looks different and stays where it is, or that has come.
  var onContentChange: ((Conversation) -> Void)?

  /// Called when rows have come, gone or moved, once for each change.
  var onKeysChange: (() -> Void)?
  /// Whether the keys are changing at this moment.
  private(set) var isChanging = false

  /// - Parameter cachedRows: how many rows are kept besides those on the screen.
  init(cachedRows: Int = 2_000) { rows = RowCache(limit: cachedRows) }

  package var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }
  /// The first row, when it is at hand.
  var first: Conversation? { places.first.flatMap { self[$0.id] } }

  /// - Precondition: `position` is less than ``count``.
  func place(at position: Int) -> Cursor { places[position] }

  /// How many of the places are above the first row.
  func countAbove(in places: [Cursor]) -> Int {
    guard let first = self.places.first else { return 0 }
    return places.prefix { $0.precedes(first) }.count
  }

  /// Whether there is a row at this place.
  func contains(_ place: Cursor) -> Bool {
    let position = position(of: place)
    return position < count && places[position] == place
  }

  /// Whether these are all rows, as they look now. Of rows that are not at hand the place counts:
  /// they will be fetched before they show.
  func shows(_ conversations: [Conversation]) -> Bool {
    conversations.count == count
      && zip(places, conversations).allSatisfy { place, row in
        place == row.place && self[row.id].map { $0 == row } != false
      }
  }

  /// Where a conversation stands; nil when it is not in the list. All places are looked through, a
  /// million in a millisecond.
  func position(of id: Int64) -> Int? { places.firstIndex { $0.id == id } }

  /// The row, when it is at hand.
  package subscript(id: Int64) -> Conversation? { rows.row(id) }

  // MARK: Rows at hand

  /// Keeps the row at hand while it is on the screen.
  func pin(_ id: Int64) { rows.pin(id) }
  func unpin(_ id: Int64) { rows.unpin(id) }

  /// The conversations on the screen.
  package var pinned: Set<Int64> { rows.pinned }
  /// Those of them whose rows are not at hand.
  var missing: [Int64] { rows.missing }
  package func hasRow(at position: Int) -> Bool { rows.contains(places[position].id) }

  /// Takes in rows that were fetched. Not those that have come or gone meanwhile.
  ///
  /// - Returns: how many were taken.
  @discardableResult
  func fill(_ fetched: [Conversation]) -> Int {
    let taken = fetched.filter { row in
      !rows.contains(row.id) && (pinned.contains(row.id) || contains(row.place))
    }
    for row in taken {
      rows.store(row)
      onContentChange?(row)
    }
    return taken.count
  }

  /// Forgets the rows, as of another mailbox whose numbers may be the same.
  func forgetRows() {
    revision += 1
    rows.removeAll()
  }

  // MARK: Changes

  /// Adds the next page.
  package func append(_ page: [Conversation]) {
    for row in page { rows.store(row) }
    changing {
      places += page.map(\.place)
      keys.append(contentsOf: page.map(\.id))
    }
  }

  /// Makes the list these conversations.
  package func show(_ conversations: [Conversation]) {
    show(conversations.map(\.place), rows: conversations)
  }

  /// Makes the list these places.
  ///
  /// Between two rows in sight there is one splice, whatever has changed. Each takes GTK a
  /// millisecond, however short it is, since it goes through all rows that it has made.
  ///
  /// - Parameters:
  ///   - places: in the list's order.
  ///   - fresh: what is known of the rows now; all others are fetched anew as they show.
  ///   - inSight: rows that are not touched where they stay.
  ///   - replacesAll: whether nothing stays: the rows before were another folder's.
  package func show(
    _ places: [Cursor],
    rows fresh: [Conversation],
    inSight: @autoclosure () -> Set<Int64> = [],
    replacesAll: Bool = false
  ) {
    revision += 1
    if replacesAll { return replaceAll(with: places, rows: fresh) }
    let changes = PlaceDifference.runs(from: self.places, to: places)
    let runs = PlaceDifference.joined(changes) { keptPositions(inSight()) }
    let movesDown = PlaceDifference.movesDown(changes, in: runs, from: self.places, to: places)
    let changed = fresh.filter { row in self[row.id].map { $0 != row } ?? pinned.contains(row.id) }
    rows.removeAll()
    for row in fresh { rows.store(row) }
    changing { splice(runs, to: places, inTwoSteps: movesDown) }
    for row in changed where pinned.contains(row.id) || contains(row.place) {
      onContentChange?(row)
    }
  }

  private func replaceAll(with places: [Cursor], rows fresh: [Conversation]) {
    let all = PlaceDifference.Run(old: 0..<count, new: 0..<places.count)
    rows.removeAll()
    for row in fresh { rows.store(row) }
    changing { splice([all], to: places, inTwoSteps: false) }
    for row in fresh where pinned.contains(row.id) { onContentChange?(row) }
  }

  private func changing(_ change: () -> Void) {
    isChanging = true
    change()
    isChanging = false
    onKeysChange?()
  }

  /// Of the rows that GTK has made, those that no splice may touch, ascending: the ones in sight,
  /// but not their neighbours; and the few far away that GTK holds on to, since it would look for
  /// them among all rows that come in their place.
  private func keptPositions(_ inSight: Set<Int64>) -> [Int] {
    var (left, kept) = (pinned.union(inSight), [Int]())
    while let id = left.popFirst() {
      let place = self[id]?.place
      let known = place.flatMap { contains($0) ? position(of: $0) : nil }
      guard let found = known ?? position(of: id) else { continue }
      var (first, end) = (found, found + 1)
      while first > 0, left.remove(places[first - 1].id) != nil { first -= 1 }
      while end < count, left.remove(places[end].id) != nil { end += 1 }
      let seen = (first..<end).filter { inSight.contains(places[$0].id) }
      kept += seen.isEmpty ? Array(first..<end) : seen
    }
    return kept.sorted()
  }

  /// The view asks for rows at once, so it learns of the change last.
  ///
  /// - Parameter inTwoSteps: first all that go, then all that come. A key must not be in the list
  ///   twice, not even for a moment.
  private func splice(_ runs: [PlaceDifference.Run], to new: [Cursor], inTwoSteps: Bool) {
    let old = places
    places = new
    guard !runs.isEmpty else { return }
    guard inTwoSteps else {
      return keys.replaceAll(with: new.lazy.map(\.id), runs: runs.map { ($0.old, $0.new) })
    }
    var (staying, gaps): ([Cursor], [KeyListModel.Run]) = ([], [])
    var end = 0
    for run in runs {
      staying += old[end..<run.old.lowerBound]
      gaps.append((run.old, staying.count..<staying.count))
      end = run.old.upperBound
    }
    staying += old[end...]
    keys.replaceAll(with: staying.lazy.map(\.id), runs: gaps)
    keys.replaceAll(with: new.lazy.map(\.id), runs: zip(gaps, runs).map { ($0.new, $1.new) })
  }

  /// The first position whose row does not precede the place; the count where there is none.
  func position(of place: Cursor) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].precedes(place) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
