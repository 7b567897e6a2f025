import Mail

/// Chooses the mailbox to open if the user names none and has opened none before.
enum FirstMailbox {
  /// The only mailbox with mail in it or, if all are empty, the only mailbox; nil if there are none
  /// or several. Most people have one mailbox and need not be asked. With several, a guess may be
  /// wrong: an old profile has as much mail as a used one; a wrong mailbox looks like lost mail.
  ///
  /// - Parameter accounts: the URLs of server accounts, which count as filled.
  static func choice(among found: [FoundMailbox], accounts: [String] = []) -> String? {
    let filled = found.filter { !$0.isEmpty }.map(\.path) + accounts
    let candidates = filled.isEmpty ? found.map(\.path) : filled
    return candidates.count == 1 ? candidates[0] : nil
  }
}
