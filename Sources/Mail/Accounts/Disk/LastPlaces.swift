/// The places of an mbox's messages, or only of its last ones if there are too many: a compressed
/// file of two megabytes may contain millions of empty messages.
struct LastPlaces {
  /// Whether places were dropped.
  private(set) var isCut = false
  private var places: [MboxScanner.Place] = []
  private let limit: Int

  var count: Int { places.count }

  /// - Parameter limit: the highest number of places kept; at least 1.
  init(limit: Int) { self.limit = limit }

  mutating func append(_ place: MboxScanner.Place) {
    places.append(place)
    // Drops many places at once, since dropping moves all others.
    if places.count > limit + limit / 4 { cut() }
  }

  /// Sets the end of the last message.
  mutating func close(at end: Int64) {
    guard let last = places.indices.last else { return }
    places[last].end = max(places[last].start, end)
  }

  /// All places kept, in the file's order.
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
