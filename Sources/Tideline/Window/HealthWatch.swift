import Mail
import TidelineProgram

/// Shows above the list what is wrong with its mailboxes, for as long as it is; once a server is
/// reached again, what failed for that reason goes on by itself.
///
/// Of a server that is not reached it is said since when: the moment at which it was last heard of.
/// Until then the list was up to date, which is what its reader has to know; when somebody first found
/// out may be hours later, after a sleep of the computer.
final class HealthWatch {
  /// What may wait for the server.
  struct Work: OptionSet {
    let rawValue: Int
    static let refresh = Work(rawValue: 1)
    static let loadMore = Work(rawValue: 2)
  }

  private let messages: PaneMessages
  /// Called when a server is reached again, with what waits for it, if anything does.
  private let onReturn: (Work) -> Void
  private var waiting: Work = []
  private var following: [ObjectIdentifier: Task<Void, Never>] = [:]
  private var troubles: [ObjectIdentifier: PaneMessages.Trouble] = [:]

  init(_ messages: PaneMessages, onReturn: @escaping (Work) -> Void) {
    (self.messages, self.onReturn) = (messages, onReturn)
  }

  /// Follows these mailboxes, in place of those before.
  func watch(_ source: any ConversationSource) {
    let mailboxes = source.mailboxes
    let ids = Set(mailboxes.map(ObjectIdentifier.init))
    for (id, task) in following where !ids.contains(id) {
      task.cancel()
      (following[id], troubles[id]) = (nil, nil)
      messages.show(Array(troubles.values))
    }
    for mailbox in mailboxes where following[ObjectIdentifier(mailbox)] == nil {
      // Alone it needs no name.
      let isNamed = !(source is Mailbox)
      following[ObjectIdentifier(mailbox)] = Task { [weak self] in
        var returns: Int?
        for await state in mailbox.states() {
          guard !Task.isCancelled else { return }
          // It may have been away in between.
          let isBack = returns.map { $0 < state.returns } ?? false
          returns = state.returns
          self?.note(state.health, isBack: isBack, of: mailbox, isNamed: isNamed)
        }
      }
    }
  }

  func stop() {
    for task in following.values { task.cancel() }
    (following, troubles) = ([:], [:])
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
    _ health: MailboxState.Health,
    isBack: Bool,
    of mailbox: Mailbox,
    isNamed: Bool
  ) {
    let id = ObjectIdentifier(mailbox)
    let wasOffline = isBack || troubles[id]?.isOffline == true
    troubles[id] = PaneMessages.Trouble(health, of: isNamed ? mailbox.title : nil)
    messages.show(Array(troubles.values))
    guard wasOffline, !health.isOffline else { return }
    var work = waiting
    waiting = []
    // A refresh of several ends well without those that are not reached.
    if isNamed { work.insert(.refresh) }
    if !work.isEmpty { onReturn(work) }
  }
}
