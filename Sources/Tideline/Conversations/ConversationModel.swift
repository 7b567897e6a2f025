import Gtk
import Mail

/// The conversations that are loaded, newest first: where each stands, and the rows of those that
/// were shown of late.
///
/// A place is some 50 bytes, so a list may hold a million; its rows are fetched as they show.
/// Changes are told to the view as the few splices that they are, never as a reset.
package final class ConversationModel {
  package let keys = KeyListModel()
  /// The date of each key, in the keys' order.
  private var seconds: [Int64] = []
  /// The same by key: with it a key's position is found.
  private var secondsByID: [Int64: Int64] = [:]
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

  package var count: Int { seconds.count }
  var isEmpty: Bool { seconds.isEmpty }
  /// The first row, when it is at hand.
  var first: Conversation? { isEmpty ? nil : self[keys[0]] }
  /// The last row, when it is at hand.
  var last: Conversation? { isEmpty ? nil : self[keys[count - 1]] }

  /// - Precondition: `position` is less than ``count``.
  func place(at position: Int) -> Cursor { Cursor(seconds: seconds[position], id: keys[position]) }

  /// How many of the places are above the first row.
  func countAbove(in places: [Cursor]) -> Int {
    isEmpty ? 0 : places.prefix { $0.precedes(place(at: 0)) }.count
  }

  /// Whether there is a row at this place.
  func contains(_ place: Cursor) -> Bool { secondsByID[place.id] == place.seconds }

  /// Whether the first rows are these, as they look now. Of rows that are not at hand the place
  /// counts: they will be fetched before they show.
  func begins(with conversations: [Conversation]) -> Bool {
    conversations.count <= count
      && conversations.enumerated().allSatisfy { position, row in
        place(at: position) == row.place && self[row.id].map { $0 == row } != false
      }
  }

  /// Where a conversation stands; nil when it is not in the list.
  func position(of id: Int64) -> Int? {
    secondsByID[id].map { position(of: Cursor(seconds: $0, id: id)) }
  }

  /// The row, when it is at hand.
  subscript(id: Int64) -> Conversation? { rows.row(id) }

  // MARK: Rows at hand

  /// Keeps the row at hand while it is on the screen.
  func pin(_ id: Int64) { rows.pin(id) }
  func unpin(_ id: Int64) { rows.unpin(id) }

  /// The conversations on the screen.
  var pinned: Set<Int64> { rows.pinned }
  /// Those of them whose rows are not at hand.
  var missing: [Int64] { rows.missing.filter { secondsByID[$0] != nil } }
  package func hasRow(at position: Int) -> Bool { rows.contains(keys[position]) }

  /// Takes in rows that were fetched. Not those that have come or gone meanwhile.
  ///
  /// - Returns: how many were taken.
  @discardableResult
  func fill(_ fetched: [Conversation]) -> Int {
    let taken = fetched.filter { secondsByID[$0.id] != nil && !rows.contains($0.id) }
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

  /// Adds the next page. Rows that are shown already are left out: while a page was fetched, a
  /// refresh may have brought some of them.
  ///
  /// - Returns: how many rows were added.
  @discardableResult
  package func append(_ page: [Conversation]) -> Int {
    let added = page.filter { secondsByID[$0.id] == nil }
    for row in added { rows.store(row) }
    changing { splice(count..<count, with: added.map(\.place)) }
    return added.count
  }

  /// Makes the list these conversations; rows that stay where they are are not touched.
  package func replaceAll(with conversations: [Conversation]) {
    replaceAll(with: conversations.map(\.place), rows: conversations)
  }

  /// Makes the list these places.
  ///
  /// - Parameters:
  ///   - places: in the list's order.
  ///   - fresh: what is known of the rows now; all others are fetched anew as they show.
  package func replaceAll(with places: [Cursor], rows fresh: [Conversation]) {
    revision += 1
    let changed = fresh.filter { row in self[row.id].map { $0 != row } ?? pinned.contains(row.id) }
    rows.removeAll()
    for row in fresh { rows.store(row) }
    let old = (0..<count).lazy.map { [unowned self] in place(at: $0) }
    let runs = PlaceDifference.runs(from: old, to: places)
    // A key must not stand in the list twice, not even for a moment.
    let moves = runs.contains { places[$0.new].contains { secondsByID[$0.id] != nil } }
    changing {
      for run in runs.reversed() { splice(run.old, with: moves ? [] : places[run.new]) }
      for run in runs where moves {
        splice(run.new.lowerBound..<run.new.lowerBound, with: places[run.new])
      }
    }
    for row in changed where secondsByID[row.id] != nil { onContentChange?(row) }
  }

  /// Applies what a refresh did.
  ///
  /// - Parameters:
  ///   - changes: in any order.
  ///   - end: where the next page begins; nil when the mailbox's oldest row is shown. Rows that
  ///     belong below are left for that page. The last row does not tell where it begins: that
  ///     row may have moved up since, and what arrives below it would be on no page.
  package func apply(_ changes: [ConversationChange], downTo end: Cursor?) {
    revision += 1
    var leaving: Set<Int64> = []
    var arriving: [Int64: Conversation] = [:]
    for change in changes {
      switch change {
      case .removed(let id), .merged(from: let id, into: _):
        leaving.insert(id)
        arriving[id] = nil
      case .insert(let conversation), .update(let conversation):
        let isBelow = end?.precedes(conversation) == true
        if !isBelow, keepsItsPlace(conversation.place) {
          rows.store(conversation)
          onContentChange?(conversation)
        } else {
          leaving.insert(conversation.id)
          arriving[conversation.id] = isBelow ? nil : conversation
        }
      }
    }
    changing {
      remove(leaving)
      insert(arriving.values)
    }
  }

  private func changing(_ change: () -> Void) {
    isChanging = true
    change()
    isChanging = false
    onKeysChange?()
  }

  /// Gives a row another date where it stands, if it may stay there: the top row with a newer
  /// one, say.
  ///
  /// - Returns: whether it could.
  private func keepsItsPlace(_ place: Cursor) -> Bool {
    guard let shown = secondsByID[place.id] else { return false }
    guard shown != place.seconds else { return true }
    let position = position(of: Cursor(seconds: shown, id: place.id))
    let isBelow = position == 0 || self.place(at: position - 1).precedes(place)
    let isAbove = position + 1 == count || place.precedes(self.place(at: position + 1))
    guard isBelow, isAbove else { return false }
    seconds[position] = place.seconds
    secondsByID[place.id] = place.seconds
    return true
  }

  /// One splice for each run of neighbours, from below, so that positions stay true.
  private func remove(_ ids: Set<Int64>) {
    let positions = ids.compactMap { position(of: $0) }.sorted()
    for id in ids { rows.remove(id) }
    var end = positions.count
    while end > 0 {
      var start = end - 1
      while start > 0, positions[start - 1] == positions[start] - 1 { start -= 1 }
      splice(positions[start]..<(positions[end - 1] + 1), with: [])
      end = start
    }
  }

  /// One splice for each place where rows arrive, from below.
  private func insert(_ conversations: some Sequence<Conversation>) {
    let sorted = conversations.sorted { $0.place.precedes($1.place) }
    let places = sorted.map { (position: position(of: $0.place), place: $0.place) }
    for row in sorted { rows.store(row) }
    var end = places.count
    while end > 0 {
      let position = places[end - 1].position
      var start = end - 1
      while start > 0, places[start - 1].position == position { start -= 1 }
      splice(position..<position, with: places[start..<end].map(\.place))
      end = start
    }
  }

  /// The view asks for rows at once, so it is told last.
  private func splice(_ range: Range<Int>, with places: some Collection<Cursor>) {
    for position in range { secondsByID[keys[position]] = nil }
    for place in places { secondsByID[place.id] = place.seconds }
    seconds.replaceSubrange(range, with: places.map(\.seconds))
    keys.replaceSubrange(range, with: places.map(\.id))
  }

  /// The first position whose row does not precede the place; the count where there is none.
  func position(of place: Cursor) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.place(at: middle).precedes(place) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
