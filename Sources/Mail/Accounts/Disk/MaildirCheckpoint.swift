/// What a Maildir looked like when it was last read to its end.
struct MaildirCheckpoint: Codable, Hashable {
  var stamp: MaildirStamp
  /// Whether an equal stamp proves that nothing changed.
  var isSettled: Bool
}
