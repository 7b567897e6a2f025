import TidelineGtk
import Mail
import TidelineProgram

/// A mailbox that no window shows: what arrives in it is fetched into its store, and told. Nobody
/// is asked for a password for it.
final class WatchedMailbox {
  private let path: String
  private let pool: MailboxPool
  private let notice: MailNotice
  private var watching: Task<Void, Never>?

  /// A keyring may be locked when the user logs in, and a disk not be there yet.
  private static let pause = Duration.seconds(60)
  private static let shortPause = Duration.milliseconds(500)

  /// - Parameters:
  ///   - path: the mailbox's, or an account's URL.
  ///   - pool: has the mailbox, where something else uses it.
  init(_ path: String, _ pool: MailboxPool, _ application: Application) {
    (self.path, self.pool) = (path, pool)
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

  /// To be called at the end: a window shows the mailbox, or nobody wants to be told any more.
  func stop() {
    watching?.cancel()
    notice.withdraw()
  }

  /// Until the task is cancelled.
  private func watch() async throws {
    let mailbox = try await pool.mailbox(at: path)
    let folder = try await mailbox.home()
    // A window may have chosen another folder to be watched meanwhile.
    try Task.checkCancellation()
    let (news, report) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    // What has come since the mailbox was last shown.
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
      await disk?.mailboxIsRead()
      do {
        try await look(in: mailbox, folder)
      } catch MailError.server(let failure) where failure.kind == .passwordMissing {
        // Nothing tells when the keyring is unlocked.
        throw MailError.server(failure)
      } catch {
        // It is looked again when the server is reached, or something comes.
      }
      // A server may tell changes without end.
      try await Task.sleep(for: Self.shortPause)
    }
  }

  private func look(in mailbox: Mailbox, _ folder: FolderName?) async throws {
    let wasRead = try await Self.wasRead(mailbox)
    let summary = try await mailbox.refresh(for: folder)
    // In a mailbox that is read for the first time, nothing is news.
    guard wasRead else { return }
    let news = await NewMail.found(by: summary, in: mailbox, folder)
    try Task.checkCancellation()
    notice.refreshed(news, at: path, title: mailbox.title)
  }

  /// Whether it was read before, be it empty or not.
  private static func wasRead(_ mailbox: Mailbox) async throws -> Bool {
    if case .server = mailbox.id { return try await mailbox.lastSync() != nil }
    // For mail on disk no time is kept, but its folders are.
    return try await !mailbox.folders().isEmpty
  }
}
