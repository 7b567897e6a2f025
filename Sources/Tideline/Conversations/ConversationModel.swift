import Mail
import TidelineGtk

/// The loaded conversations, newest first: the places of all, and the rows of recently shown ones.
///
/// A place is a conversation's date and ID. With its entry in ``keys`` it takes 24 bytes, so a list
/// may have a million places. A row is a `Conversation`, fetched when it is shown. The view gets
/// each change as a few splices, never as a reset.
package final class ConversationModel {
  /// The list model for GTK: the conversations' IDs, in the order of the places.
  package let keys = KeyListModel()
  package private(set) var places: [Cursor] = []
  private var rows: RowCache
  /// Counts the changes after which rows that were requested before may be out of date.
  private(set) var revision = 0

  /// Called with a row to show again: it was fetched, or its content has changed.
  var onContentChange: ((Conversation) -> Void)?

  /// Called after rows were added, removed or moved, once for each change.
  var onKeysChange: (() -> Void)?
  /// Whether the keys are being changed now.
  private(set) var isChanging = false

  /// - Parameter cachedRows: the number of rows that are kept besides those on the screen.
  init(cachedRows: Int = 2_000) { rows = RowCache(limit: cachedRows) }

  package var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }
  var first: Conversation? { places.first.flatMap { self[$0.id] } }

  /// - Precondition: `position` is less than ``count``.
  func place(at position: Int) -> Cursor { places[position] }

  func above(in places: [Cursor]) -> ArraySlice<Cursor> {
    guard let first = self.places.first else { return [] }
    return places.prefix { $0.precedes(first) }
  }

  /// Whether the list has exactly this place: the same conversation with the same date.
  func contains(_ place: Cursor) -> Bool {
    let position = position(of: place)
    return position < count && places[position] == place
  }

  /// Whether the list has exactly these conversations, with the same content. For a row that is not
  /// loaded, only its place is compared, since the row is fetched anyway before it is shown.
  func shows(_ conversations: [Conversation]) -> Bool {
    conversations.count == count
      && zip(places, conversations).allSatisfy { place, row in
        place == row.place && self[row.id].map { $0 == row } != false
      }
  }

  /// The position of a conversation; nil if it is not in the list. Searches all places, a million
  /// in a millisecond.
  func position(of id: Int64) -> Int? { places.firstIndex { $0.id == id } }

  package subscript(id: Int64) -> Conversation? { rows.row(id) }

  // MARK: Loaded rows

  /// Keeps the row loaded until ``unpin(_:)``. Called when GTK has a widget for the row.
  func pin(_ id: Int64) { rows.pin(id) }
  func unpin(_ id: Int64) { rows.unpin(id) }

  /// The conversations for which GTK has a widget: those on the screen and some around it.
  package var pinned: Set<Int64> { rows.pinned }
  /// The ``pinned`` conversations whose rows are not loaded.
  var missing: [Int64] { rows.missing }
  package func hasRow(at position: Int) -> Bool { rows.contains(places[position].id) }

  /// Stores fetched rows, except rows that were loaded or removed meanwhile.
  ///
  /// - Returns: the number of rows stored.
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

  /// Forgets all loaded rows. Called before the rows come from a source that may use the same IDs.
  func forgetRows() {
    revision += 1
    rows.removeAll()
  }

  // MARK: Changes

  /// Adds the next page below the last row.
  package func append(_ page: [Conversation]) {
    for row in page { rows.store(row) }
    changing {
      places += page.map(\.place)
      keys.append(contentsOf: page.map(\.id))
    }
  }

  package func show(_ conversations: [Conversation]) {
    show(conversations.map(\.place), rows: conversations)
  }

  /// Replaces the places of the list.
  ///
  /// All changes between one row in sight and the next are joined into one splice, since each
  /// splice, however short, takes a millisecond: GTK goes through all rows that it has made.
  ///
  /// - Parameters:
  ///   - fresh: the rows that are already read; all others are fetched again when they are shown.
  ///   - inSight: rows that are not touched if they keep their position.
  ///   - replacesAll: whether all rows are replaced, as after a change of the folder.
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
    keys.forgetItems()
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

  /// The ascending positions of rows that splices must not replace: changes above and below such a
  /// row are not joined. In a block of adjoining pinned rows, these are the rows in sight. If none
  /// is in sight, these are all rows of the block: GTK would search for each replaced row among all
  /// new rows.
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

  /// Changes the places before the keys, since the view asks for rows as soon as the keys change.
  ///
  /// - Parameter inTwoSteps: whether to remove the old rows of all runs before any new ones are
  ///   added. A key must never be in the list twice, not even for a moment.
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

  /// The first position whose row does not precede the place; the count if there is none.
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
