import Mail
import TidelineProgram

/// Watches whether a mailbox's server is reached. While it is not, the notice above the list says
/// since when; once it is, what failed for that reason goes on by itself.
///
/// Since when: the moment at which the server was last heard of, or else of the last refresh that
/// went well. Until then the list was up to date, which is what its reader has to know; when
/// somebody first found out may be hours later, after a sleep of the computer.
final class OfflineWatch {
  /// What may wait for the server.
  struct Work: OptionSet {
    let rawValue: Int
    static let refresh = Work(rawValue: 1)
    static let loadMore = Work(rawValue: 2)
  }

  private let messages: PaneMessages
  /// Called when the server is reached again, with what waits for it, if anything does.
  private let onReturn: (Work) -> Void
  private var waiting: Work = []
  private var watching: [ObjectIdentifier: Task<Void, Never>] = [:]
  /// Those that are offline, by the place of their mailbox.
  private var offline: [ObjectIdentifier: String] = [:]

  init(_ messages: PaneMessages, onReturn: @escaping (Work) -> Void) {
    (self.messages, self.onReturn) = (messages, onReturn)
  }

  /// Watches the servers of these mailboxes, in place of those before.
  func watch(_ source: any ConversationSource) {
    let mailboxes = source.mailboxes
    let ids = Set(mailboxes.map(ObjectIdentifier.init))
    for (id, task) in watching where !ids.contains(id) {
      task.cancel()
      (watching[id], offline[id]) = (nil, nil)
    }
    for mailbox in mailboxes where watching[ObjectIdentifier(mailbox)] == nil {
      // Alone it needs no name.
      let isNamed = !(source is Mailbox)
      watching[ObjectIdentifier(mailbox)] = Task { [weak self] in
        for await connectivity in mailbox.connectivity() {
          var lastSync: Int64?
          if case .offline(nil, _) = connectivity { lastSync = try? await mailbox.lastSync() }
          guard !Task.isCancelled else { return }
          self?.note(connectivity, lastSync, of: mailbox, isNamed: isNamed)
        }
      }
    }
  }

  func stop() {
    for task in watching.values { task.cancel() }
    (watching, offline) = ([:], [:])
    waiting = []
  }

  /// Does some work, and notes whether it waits for the server from then on.
  ///
  /// - Throws: ``ErrorText`` in place of a ``MailError``; and what else the work throws.
  func watching<Result>(_ work: Work, _ body: () async throws -> Result) async throws -> Result {
    waiting.remove(work)
    do {
      return try await body()
    } catch let error as MailError {
      let text = ErrorText(error, isBrief: true)
      note(work, text)
      throw text
    } catch let error as ErrorText {
      note(work, error)
      throw error
    }
  }

  /// Some work has failed.
  func note(_ work: Work, _ error: ErrorText) {
    if error.isOffline { waiting.insert(work) }
  }

  private func note(
    _ connectivity: Connectivity,
    _ lastSync: Int64?,
    of mailbox: Mailbox,
    isNamed: Bool
  ) {
    let id = ObjectIdentifier(mailbox)
    var hasReturned = false
    switch connectivity {
    case .offline(let since, let reason):
      let sentence = PaneMessages.offline(since: since ?? lastSync, reason)
      offline[id] =
        isNamed ? tr("“%s”: %s", with: LabelText.make(mailbox.title), sentence) : sentence
    case .online: hasReturned = offline.removeValue(forKey: id) != nil
    }
    if offline.isEmpty { messages.withdrawOffline() } else { messages.showOffline(sentence) }
    guard hasReturned || offline.isEmpty else { return }
    var work = waiting
    waiting = []
    // A refresh of several ends well without those that are not reached.
    if hasReturned, isNamed { work.insert(.refresh) }
    if !work.isEmpty { onReturn(work) }
  }

  private var sentence: String { offline.values.sorted().joined(separator: " ") }
}
