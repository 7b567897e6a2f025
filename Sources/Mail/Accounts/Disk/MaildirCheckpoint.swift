/// The state of a Maildir when it was last read completely.
struct MaildirCheckpoint: Codable, Hashable {
  var stamp: MaildirStamp
  /// Whether an equal stamp proves that nothing changed.
  var isSettled: Bool
}
