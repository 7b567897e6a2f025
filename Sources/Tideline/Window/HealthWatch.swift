import Mail
import TidelineProgram

/// Shows a notice above the list while a listed mailbox has a problem: its server is not reached,
/// or its last refresh has not read or written everything. When an unreachable server
/// is reached again, reports the work that failed meanwhile, so that it can be repeated.
///
/// For an unreachable server, the notice gives the time of the server's last response: up to that
/// time, the list is complete. The time of the failure may be hours later, if the computer slept.
final class HealthWatch {
  /// Work to repeat when the server is reached again.
  struct Work: OptionSet {
    let rawValue: Int
    static let refresh = Work(rawValue: 1)
    static let loadMore = Work(rawValue: 2)
  }

  private let messages: PaneMessages
  /// Called when a server is reached again, with the work to repeat. Not called without such work.
  private let onReturn: (Work) -> Void
  /// Called when a server is reached again, whether work waits or not.
  var onReached: (() -> Void)?
  private var waiting: Work = []
  private var following: [ObjectIdentifier: Task<Void, Never>] = [:]
  /// The last state of each mailbox, and its name if several are listed.
  private var states: [ObjectIdentifier: (last: MailboxState, name: String?)] = [:]

  init(_ messages: PaneMessages, onReturn: @escaping (Work) -> Void) {
    (self.messages, self.onReturn) = (messages, onReturn)
  }

  /// Observes the source's mailboxes, and no others.
  func watch(_ source: any ConversationSource) {
    let mailboxes = source.mailboxes
    let ids = Set(mailboxes.map(ObjectIdentifier.init))
    for (id, task) in following where !ids.contains(id) {
      task.cancel()
      (following[id], states[id]) = (nil, nil)
      show()
    }
    for mailbox in mailboxes where following[ObjectIdentifier(mailbox)] == nil {
      // If only one mailbox is listed, its notice needs no name.
      let isNamed = !(source is Mailbox)
      following[ObjectIdentifier(mailbox)] = Task { [weak self] in
        var returns: Int?
        for await state in mailbox.states() {
          guard !Task.isCancelled else { return }
          // True also if the connection was lost and restored since the previous state.
          let isBack = returns.map { $0 < state.returns } ?? false
          returns = state.returns
          self?.note(state, isBack: isBack, of: mailbox, isNamed: isNamed)
        }
      }
    }
  }

  func stop() {
    for task in following.values { task.cancel() }
    (following, states, waiting) = ([:], [:], [])
  }

  /// Shows the present problems, with times in the present time zone and clock format.
  func show() {
    messages.show(states.values.flatMap { PaneMessages.Trouble.all(of: $0.last, $0.name) })
  }

  /// Runs a closure that does the work. If the server is unreachable, notes the work to repeat it.
  ///
  /// - Throws: ``ErrorText`` instead of a ``MailError``; other errors of the work unchanged.
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

  /// Notes failed work to repeat it, if the error is that the server is unreachable.
  func note(_ work: Work, _ error: ErrorText) {
    if error.isOffline { waiting.insert(work) }
  }

  private func note(_ state: MailboxState, isBack: Bool, of mailbox: Mailbox, isNamed: Bool) {
    let id = ObjectIdentifier(mailbox)
    let wasOffline = states[id]?.last.health.isOffline == true || isBack
    states[id] = (state, isNamed ? mailbox.title : nil)
    show()
    guard wasOffline, !state.health.isOffline else { return }
    onReached?()
    var work = waiting
    waiting = []
    // A refresh of several mailboxes succeeds even if one is unreachable, so it is not in `work`.
    if isNamed { work.insert(.refresh) }
    if !work.isEmpty { onReturn(work) }
  }
}
