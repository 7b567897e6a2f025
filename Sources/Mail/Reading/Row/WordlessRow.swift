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
  ///   - header: the part's header.
  ///   - isReturned: whether the part is in a returned mail.
  mutating func addReason(
    _ note: @autoclosure () -> String,
    _ header: PartHeader,
    isReturned: Bool
  ) {
    guard header.isDeliveryStatus, !isReturned, let other = ReturnReason(note()) else { return }
    if reason.map({ $0.kind < other.kind }) ?? true { reason = other }
  }

  /// Whether there is nothing but a page's pictures, which are then attachments.
  ///
  /// - Parameter words: the message's first words.
  func isOnlyPictures(_ words: FirstWords) -> Bool {
    !pictures.ofPages.isEmpty && reason == nil && !isEncrypted && !words.holdsText
  }
}
