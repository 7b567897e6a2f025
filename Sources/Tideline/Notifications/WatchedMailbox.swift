import TidelineGtk
import Mail
import TidelineProgram

/// Watches a mailbox that no window shows: fetches new mail into its store, and notifies of the
/// new mail. Never asks the user for a password.
final class WatchedMailbox {
  private let path: String
  private let pool: MailboxPool
  private let notice: MailNotice
  private let preferences: Preferences
  private var watching: Task<Void, Never>?

  /// The pause before another attempt: at login, the keyring may be locked, or a disk not yet
  /// mounted.
  private static let pause = Duration.seconds(60)

  init(
    _ path: String,
    _ pool: MailboxPool,
    _ application: Application,
    _ preferences: Preferences
  ) {
    (self.path, self.pool, self.preferences) = (path, pool, preferences)
    notice = MailNotice(of: nil, application, preferences)
    watching = Task {
      await PasswordQuestion.$isAllowed.withValue(false) {
        while !Task.isCancelled {
          try? await watch()
          try? await Task.sleep(for: Self.pause)
        }
      }
    }
  }

  /// Stops watching for good, and withdraws the notification.
  func stop() {
    watching?.cancel()
    notice.withdraw()
  }

  /// Watches until the task is cancelled, or an error ends the attempt.
  private func watch() async throws {
    let mailbox = try await pool.mailbox(at: path)
    notice.onMarkRead = { [weak mailbox, weak notice, preferences, path] news in
      guard let mailbox else { return }
      news.markRead(in: mailbox, writes: preferences.whenRead == .mailbox) { error in
        let text = ErrorText(error).text
        notice?.show(refused: text, at: path, title: mailbox.title)
      }
    }
    let folder = try await mailbox.home()
    var arrived = await ArrivedMail(in: mailbox, folder)
    // The task is cancelled if a window shows the mailbox by now: that window notifies of new mail.
    try Task.checkCancellation()
    var (wasReached, refused) = (false, nil as String?)
    for await state in mailbox.states(watching: folder) {
      let isReached = !state.health.isOffline
      // Looks at once, for mail that came since the mailbox was last shown, and when the server is
      // reached again.
      if isReached, !wasReached { try await look(in: mailbox, folder) }
      wasReached = isReached
      let now = RefusedMarks.sentence(state.marks)
      if let now, now != refused { notice.show(refused: now, at: path, title: mailbox.title) }
      refused = now
      if let news = await arrived.next(in: mailbox, folder) {
        notice.refreshed(news, at: path, title: mailbox.title)
      }
    }
  }

  private func look(in mailbox: Mailbox, _ folder: FolderName?) async throws {
    do {
      _ = try await mailbox.refresh(for: folder)
    } catch MailError.server(let failure) where failure.kind == .passwordMissing {
      // No signal reports an unlocked keyring, so this task ends, and begins anew after ``pause``.
      throw MailError.server(failure)
    } catch {
      // The next attempt follows when the server is reached, or when mail arrives.
      try Task.checkCancellation()
    }
  }
}
