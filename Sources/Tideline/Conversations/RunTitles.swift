import Mail
import PullToRefresh
import TidelineProgram

extension RefreshController {
  /// Refreshes; if a refresh is in progress, first waits for its end.
  func refreshAgain() async {
    if refresh.isRunning { await refresh.begin() }
    await refresh.begin()
  }

  /// Shows how much of the mailbox has been read, unless the first report is that all is read.
  func show(_ read: RefreshProgress) {
    guard read.done > 0, read.done < read.total || refresh.progress?.fraction != nil
    else { return }
    let fraction = Double(read.done) / Double(read.total)
    refresh.progress = RunProgress(title: read.title, fraction: fraction)
  }
}

extension RunProgress {
  /// The progress of the fetch command; `line` is the command's last line of output, or empty.
  static func fetching(_ line: String) -> RunProgress {
    RunProgress(title: line.isEmpty ? tr("Fetching mail…") : tr("Fetching: %s", with: line))
  }
}

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
      return text.isOffline ? nil : tr("“%s”: %s", with: name, text.text)
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
