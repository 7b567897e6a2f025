import Mail
import TidelineProgram

/// The texts about the result of a refresh.
enum RefreshResult {
  /// The header's text, such as “3 new; Work is offline”; nil if nothing is new and no mailbox was
  /// left out.
  ///
  /// - Parameter unreached: the mailboxes left out; empty if the list shows only one mailbox.
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

  /// A sentence for each mailbox that was left out; nil if there is none to show. Unreachable
  /// servers are not mentioned, since a notice is shown as long as they are offline.
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
