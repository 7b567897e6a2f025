import CGMime

/// What a row shows of a message in which its writer says nothing: why it came back, that it is
/// encrypted, its pictures.
struct WordlessRow {
  var pictures = ShownPictures()
  /// Why the mail came back; nil where none has.
  private(set) var reason: ReturnReason?
  /// Whether any of it is read only with a key.
  var isEncrypted = false

  /// Takes why a mail came back, where a part tells; the best of several reasons counts.
  ///
  /// - Parameters:
  ///   - note: the part's text.
  ///   - object: the part.
  mutating func addReason(
    _ note: @autoclosure () -> String,
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: PartSurroundings
  ) {
    guard object.isDeliveryStatus, !surroundings.isReturned, let other = ReturnReason(note())
    else { return }
    if reason.map({ $0.kind < other.kind }) ?? true { reason = other }
  }

  /// Whether there is nothing beside the pictures of a page, which then are attached.
  ///
  /// - Parameter words: of the message.
  func isOnlyPictures(_ words: FirstWords) -> Bool {
    !pictures.ofPages.isEmpty && reason == nil && !isEncrypted && !words.holdsText
  }
}
