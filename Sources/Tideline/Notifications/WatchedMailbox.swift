import TidelineGtk
import Mail
import TidelineProgram

/// A mailbox that no window shows: what arrives in it is fetched into its store, and told.
final class WatchedMailbox {
  private let path: String
  private let store: String?
  private let notice: MailNotice
  private var watching: Task<Void, Never>?

  /// A keyring may be locked when the user logs in, and a disk not be there yet.
  private static let pause = Duration.seconds(60)

  /// - Parameters:
  ///   - path: the mailbox's, or an account's URL.
  ///   - store: where its conversations are remembered; nil for the default.
  init(_ path: String, store: String?, _ application: Application) {
    (self.path, self.store) = (path, store)
    notice = MailNotice(
      MailNotice.Desktop(
        send: { application.send($0, id: $1) },
        withdraw: { application.withdrawNotification(id: $0) },
        isWindowAttended: { false },
        afterMoment: { Timeout(after: .seconds(2), $0).cancel }
      )
    )
    watching = Task {
      while !Task.isCancelled {
        try? await watch()
        try? await Task.sleep(for: Self.pause)
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
    // Nobody is there to be asked for a password.
    let mailbox = try await Mailbox.open(named: path, store: store, AccountAccess())
    let folder = try await mailbox.home()
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
      for await connectivity in mailbox.connectivity() {
        if case .online = connectivity { report.yield() }
      }
    }
    defer {
      listening?.cancel()
      returning.cancel()
    }
    for await _ in news {
      await disk?.mailboxIsRead()
      try? await look(in: mailbox, folder)
    }
  }

  private func look(in mailbox: Mailbox, _ folder: FolderName?) async throws {
    let stored = try await mailbox.conversations(after: nil, limit: 1, asksAccount: false)
    let summary = try await mailbox.refresh(for: folder)
    try Task.checkCancellation()
    // In a mailbox that is read for the first time, nothing is news.
    guard !stored.conversations.isEmpty, summary.newMessages > 0 else { return }
    notice.refreshed(newMessages: summary.newMessages, at: path, title: mailbox.title)
  }
}
