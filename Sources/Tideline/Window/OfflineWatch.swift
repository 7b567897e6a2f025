import Mail
import TidelineProgram

/// Watches whether a mailbox's server is reached. While it is not, the notice above the list says since
/// when; once it is, what failed for that reason goes on by itself.
///
/// Since when: the moment at which the server was last heard of, or else of the last refresh that went
/// well. Until then the list was up to date, which is what its reader has to know; when somebody first
/// found out may be hours later, after a sleep of the computer.
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
  private var watching: Task<Void, Never>?

  init(_ messages: PaneMessages, onReturn: @escaping (Work) -> Void) {
    (self.messages, self.onReturn) = (messages, onReturn)
  }

  /// Watches the server of a mailbox, in place of the one before.
  func watch(_ mailbox: Mailbox) {
    stop()
    watching = Task { [weak self] in
      for await connectivity in mailbox.connectivity() {
        var lastSync: Int64?
        if case .offline(nil, _) = connectivity { lastSync = try? await mailbox.lastSync() }
        guard !Task.isCancelled else { return }
        self?.show(connectivity, lastSync)
      }
    }
  }

  func stop() {
    watching?.cancel()
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

  private func show(_ connectivity: Connectivity, _ lastSync: Int64?) {
    switch connectivity {
    case .offline(let since, let reason):
      messages.showOffline(since: since ?? lastSync, reason)
    case .online:
      messages.withdrawOffline()
      let work = waiting
      waiting = []
      if !work.isEmpty { onReturn(work) }
    }
  }
}
