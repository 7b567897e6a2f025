import Mail

/// Which mailbox a start opens that names none, and that has none to go on with.
enum FirstMailbox {
  /// The only one with mail in it, or the only one at all; nil where there is a choice. Most people
  /// have one, and need not be asked. But which of several is meant, nobody can guess: an old
  /// profile is as full as the one in use, and a wrong one looks like mail that was lost.
  static func choice(among found: [FoundMailbox]) -> String? {
    let filled = found.filter { !$0.isEmpty }
    let candidates = filled.isEmpty ? found : filled
    return candidates.count == 1 ? candidates[0].path : nil
  }
}
