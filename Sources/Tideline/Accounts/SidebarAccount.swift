import Mail

extension OpenAccounts {
  /// An account in the sidebar, as far as it is known.
  struct Account: Equatable {
    let path: String
    var title: String
    var folders: [MailFolder] = []
    /// The number of unread messages in all folders but junk and trash.
    var unread = 0
    var trouble: AccountTrouble?
    /// Whether a refresh that the user has chosen, or the account's first, is in progress.
    var isRefreshing = false
  }
}

extension OpenAccounts.Account {
  /// Copies the folders, the unread count and the problem from the mailbox's state.
  mutating func show(_ state: MailboxState) {
    (folders, unread) = (state.folders, state.unread)
    trouble = AccountTrouble(state)
  }
}
