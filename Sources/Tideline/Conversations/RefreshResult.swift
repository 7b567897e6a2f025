import Mail
import TidelineProgram

/// What a refresh has brought, in words.
enum RefreshResult {
  /// Such as “3 new; Work is offline”; nil where nothing is new and nothing was left out.
  ///
  /// - Parameter unreached: of several mailboxes, those that were left out.
  static func title(newMessages: Int, unreached: [UnreachedMailbox]) -> String? {
    var parts: [String] = []
    if newMessages > 0 { parts.append(tr("%d new", "%d new", newMessages)) }
    if unreached.count > 2 {
      parts.append(tr("%d account failed", "%d accounts failed", unreached.count))
    } else {
      parts += unreached.map(brief)
    }
    return parts.isEmpty ? nil : JoinedText.statements(parts)
  }

  /// Why mailboxes were left out, apart from those whose server is not reached: of these it is said
  /// as long as it is so.
  static func sentence(_ unreached: [UnreachedMailbox]) -> String? {
    let sentences = unreached.compactMap { mailbox -> String? in
      let name = LabelText.make(mailbox.name)
      guard let reason = mailbox.reason else { return tr("“%s” does not answer.", with: name) }
      let text = ErrorText(reason)
      return text.isOffline ? nil : tr("“%s”: %s", with: name, text.errorDescription ?? "")
    }
    return sentences.isEmpty ? nil : JoinedText.sentences(sentences)
  }

  private static func brief(_ mailbox: UnreachedMailbox) -> String {
    let name = LabelText.make(mailbox.name)
    guard let reason = mailbox.reason else { return tr("%s does not answer", with: name) }
    return ErrorText(reason).isOffline
      ? tr("%s is offline", with: name) : tr("%s failed", with: name)
  }
}
