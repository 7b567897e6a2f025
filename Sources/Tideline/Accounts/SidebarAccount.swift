import Mail

extension OpenAccounts {
  /// One account, as far as is known of it.
  struct Account: Equatable {
    let path: String
    var title: String
    var folders: [MailFolder] = []
    /// How many messages are unread in all of them together.
    var unread = 0
    var trouble: AccountTrouble?
  }
}

extension OpenAccounts.Account {
  /// As the store knows it. Where it cannot be read, the list shows why.
  init(of mailbox: Mailbox, at path: String) async {
    self.init(path: path, title: mailbox.title)
    folders = (try? await mailbox.folders()) ?? []
    unread = (try? await mailbox.unreadCount()) ?? 0
  }
}
