import Mail

extension OpenAccounts {
  /// An account in the sidebar, as far as it is known.
  struct Account: Equatable {
    let path: String
    var title: String
    var folders: [MailFolder] = []
    /// The number of unread messages in all folders.
    var unread = 0
    var trouble: AccountTrouble?
  }
}

extension OpenAccounts.Account {
  /// Takes over the state of its mailbox.
  mutating func show(_ state: MailboxState) {
    (folders, unread) = (state.folders, state.unread)
    trouble = AccountTrouble(state.health)
  }
}
