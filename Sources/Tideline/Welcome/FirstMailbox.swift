import Mail

/// Chooses the mailbox to open if the user names none and has opened none before.
enum FirstMailbox {
  /// The only mailbox with mail; if all mailboxes are empty, the only mailbox. Nil if there is no
  /// such mailbox or more than one. A guess among several may choose an old profile, which can have
  /// as much mail as the one in use: the user would believe that mail is lost.
  ///
  /// - Parameter accounts: the URLs of server accounts, which count as mailboxes with mail.
  static func choice(among found: [FoundMailbox], accounts: [String] = []) -> String? {
    let filled = found.filter { !$0.isEmpty }.map(\.path) + accounts
    let candidates = filled.isEmpty ? found.map(\.path) : filled
    return candidates.count == 1 ? candidates[0] : nil
  }
}
