import Mail
import TidelineProgram

/// An open mailbox, and the first page of its list.
nonisolated struct OpenedMailbox: Sendable {
  typealias Opening = Task<OpenedMailbox, any Error>

  /// One mailbox, or several as one.
  let source: any ConversationSource
  /// The folder to show first; nil for all folders.
  let folder: FolderName?
  /// The first page. Reading it may fail although the mailbox was opened.
  let firstPage: Task<FirstPage, any Error>

  /// Opens a mailbox. Starts at once and on other threads, so that the first page is read by the
  /// time the window is shown.
  ///
  /// - Parameters:
  ///   - path: the mailbox's path, an account's URL, or the path of ``AllInboxes``.
  ///   - accounts: the sidebar's accounts, whose mailboxes may already be open.
  ///   - memory: contains the mailbox's folder and scroll position, and the sidebar's accounts.
  ///   - preferences: contain the number of conversations on a page.
  @MainActor static func open(
    _ path: String,
    _ accounts: OpenAccounts,
    _ memory: WindowMemory,
    _ preferences: Preferences
  ) -> Opening {
    let (pool, all, chosen) = (accounts.pool, accounts.kept, memory.remembered.accounts)
    let memory = MailboxMemory(memory, of: path)
    let (last, place, pageSize) = (memory.folder, memory.place?.top, preferences.pageSize)
    return Task.detached(priority: .userInitiated) {
      let source: any ConversationSource
      var folder: FolderName?
      if path == AllInboxes.path {
        let kept = if let all { all } else { await KeptAccount.all(chosen) }
        let inboxes = AllInboxes.make(of: kept, pool)
        await inboxes.open()
        source = inboxes
      } else {
        let mailbox = try await pool.mailbox(at: path)
        folder = try await last.folder(of: mailbox)
        source = mailbox
      }
      let page = Task.detached(priority: .userInitiated) { [folder] in
        try await FirstPage.read(.window(folder), of: source, size: pageSize, downTo: place)
      }
      return OpenedMailbox(source: source, folder: folder, firstPage: page)
    }
  }
}
