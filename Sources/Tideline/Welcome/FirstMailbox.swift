import Mail

/// The mailbox to open where none is named and none was open before.
enum FirstMailbox {
  /// The only one with mail in it, or the only one at all; nil where there is a choice. Most people
  /// have one, and need not be asked. Among several it cannot be guessed: an old profile has as
  /// much mail as the one in use, and a wrong one looks like lost mail.
  ///
  /// - Parameter accounts: the URLs of accounts on servers, which count as filled.
  static func choice(among found: [FoundMailbox], accounts: [String] = []) -> String? {
    let filled = found.filter { !$0.isEmpty }.map(\.path) + accounts
    let candidates = filled.isEmpty ? found.map(\.path) : filled
    return candidates.count == 1 ? candidates[0] : nil
  }
}
