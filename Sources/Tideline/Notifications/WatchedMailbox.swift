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
  private static let shortPause = Duration.milliseconds(500)

  /// - Parameters:
  ///   - path: the mailbox's path, or an account's URL.
  ///   - pool: provides the mailbox, which may be open elsewhere, too.
  init(
    _ path: String,
    _ pool: MailboxPool,
    _ application: Application,
    _ preferences: Preferences
  ) {
    (self.path, self.pool, self.preferences) = (path, pool, preferences)
    notice = MailNotice(
      MailNotice.Desktop(
        send: { application.send($0, id: $1) },
        withdraw: { application.withdrawNotification(id: $0) },
        isWanted: { true },
        isWindowAttended: { false },
        afterMoment: { Timeout(after: .seconds(2), $0).cancel }
      )
    )
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
    notice.onMarkRead = { [weak mailbox, preferences] news in
      guard let mailbox else { return }
      news.markRead(in: mailbox, writes: preferences.whenRead == .mailbox)
    }
    let folder = try await mailbox.home()
    // The task is cancelled if a window shows the mailbox by now: that window notifies of new mail.
    try Task.checkCancellation()
    let (news, report) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    // Looks at once, for mail that came since the mailbox was last shown.
    report.yield()
    var disk: MailWatch?
    var listening: Task<Void, Never>?
    switch mailbox.arrivals(in: folder) {
    case .paths(let paths): disk = MailWatch(paths) { report.yield() }
    case .stream(let arrivals): listening = Task { for await _ in arrivals { report.yield() } }
    }
    let returning = Task {
      var isOffline = false
      for await state in mailbox.states() {
        let wasOffline = isOffline
        isOffline = state.health.isOffline
        if wasOffline, !isOffline { report.yield() }
      }
    }
    defer {
      listening?.cancel()
      returning.cancel()
    }
    for await _ in news {
      await disk?.beginReading()
      do {
        try await look(in: mailbox, folder)
      } catch MailError.server(let failure) where failure.kind == .passwordMissing {
        // No signal reports an unlocked keyring, so this task ends, and begins anew after ``pause``.
        throw MailError.server(failure)
      } catch {
        // The next attempt follows when the server is reached, or when mail arrives.
      }
      // Pauses, since a server may report changes without end.
      try await Task.sleep(for: Self.shortPause)
    }
  }

  private func look(in mailbox: Mailbox, _ folder: FolderName?) async throws {
    let wasRead = try await Self.wasRead(mailbox)
    let summary = try await mailbox.refresh(for: folder)
    if let refused = RefusedMarks.sentence(summary.marks) {
      notice.show(refused: refused, at: path, title: mailbox.title)
    }
    // In a mailbox that is read for the first time, no message counts as new.
    guard wasRead else { return }
    let news = await NewMail.found(by: summary, in: mailbox, folder)
    try Task.checkCancellation()
    notice.refreshed(news, at: path, title: mailbox.title)
  }

  /// Whether the mailbox was read before, even if no mail was found.
  private static func wasRead(_ mailbox: Mailbox) async throws -> Bool {
    if case .server = mailbox.id { return try await mailbox.lastSync() != nil }
    // No time of reading is stored for mail on disk, but its folders are.
    return try await !mailbox.folders().isEmpty
  }
}
