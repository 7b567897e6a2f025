/// The places of an mbox's messages, or of its last ones where there are too many: a packed file of
/// two megabytes may hold millions of empty ones.
struct LastPlaces {
  /// Whether there were more than are kept.
  private(set) var isCut = false
  private var places: [MboxScanner.Place] = []
  private let limit: Int

  var count: Int { places.count }

  /// - Parameter limit: how many are kept; at least 1.
  init(limit: Int) { self.limit = limit }

  mutating func append(_ place: MboxScanner.Place) {
    places.append(place)
    // Not one by one, since all others move.
    if places.count > limit + limit / 4 { cut() }
  }

  /// Sets where the last one ends.
  mutating func close(at end: Int64) {
    guard let last = places.indices.last else { return }
    places[last].end = max(places[last].start, end)
  }

  /// All that are kept, in the file's order.
  mutating func ended() -> [MboxScanner.Place] {
    cut()
    return places
  }

  private mutating func cut() {
    guard places.count > limit else { return }
    isCut = true
    places.removeFirst(places.count - limit)
  }
}
