import CGMime

/// A row's text for a message without words of its writer: why it was returned, that it is
/// encrypted, its pictures.
struct WordlessRow {
  var pictures = ShownPictures()
  /// Why the mail was returned; nil where no part says so.
  private(set) var reason: ReturnReason?
  /// Whether a part can be read only with a key.
  var isEncrypted = false

  /// Takes the reason for a returned mail from a part, if it has one; the best of several reasons
  /// counts.
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

  /// Whether there is nothing but a page's pictures, which are then attachments.
  ///
  /// - Parameter words: the message's first words.
  func isOnlyPictures(_ words: FirstWords) -> Bool {
    !pictures.ofPages.isEmpty && reason == nil && !isEncrypted && !words.holdsText
  }
}
