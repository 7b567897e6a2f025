import CAdwaita
import TidelineGtk
import Mail
import TidelineProgram

/// The actions on an account, chosen in the sidebar. The main menu shows the properties, too.
extension MailWindow {
  func act(_ choice: SidebarRow.AccountAct, on path: String) {
    switch choice {
    case .refresh:
      // The list's header shows the refresh, if the list has mail of the account.
      if shownPaths.contains(path) {
        window.object.asWidget.activate("win.refresh")
      } else {
        accounts.refresh(path)
      }
    case .properties: showProperties(of: path)
    case .remove: confirmRemoval(of: path)
    }
  }

  /// Acts on the shown mailbox. Does nothing for All Inboxes, and while no mailbox is shown.
  func actOnShown(_ choice: SidebarRow.AccountAct) {
    if let path, path != AllInboxes.path { act(choice, on: path) }
  }

  private func showProperties(of path: String) {
    Task { [weak self] in
      guard let pool = self?.accounts.pool else { return }
      let mailbox = try? await pool.mailbox(at: path)
      let facts = await AccountFacts(path, mailbox)
      guard let self, !isClosed else { return }
      AccountProperties.present(facts, over: window.object.asWindow) { [weak self] in
        self?.confirmRemoval(of: path)
      }
    }
  }

  private func confirmRemoval(of path: String) {
    let known = accounts.accounts.first { $0.path == path }?.title ?? pane.source?.title
    let title = known ?? AllInboxes.shown(path)
    Task { [weak self] in
      let kind = try? await MailboxName.resolve(path)
      guard let self, !isClosed else { return }
      let question = tr("Remove “%s”?", with: LabelText.make(title))
      await remove(path, title, question, Self.loss(of: kind))
    }
  }

  /// The question's text: what is removed with an account, and what stays.
  private static func loss(of kind: MailboxName?) -> String {
    switch kind {
    case .server(_, .some):
      tr(
        "Its list, its password and what is remembered of it are removed from this computer. "
          + "Nothing on the server changes."
      )
    case .online:
      tr(
        "Its list and what is remembered of it are removed from this computer. The account itself "
          + "stays in the system’s settings, under Online Accounts."
      )
    case .server(_, nil), .path, nil:
      tr(
        "Its list and what is remembered of it are removed from this computer. The mail itself "
          + "stays as it is."
      )
    }
  }

  /// Asks whether to remove the account, and removes it if the user agrees. If the keyring fails,
  /// asks whether to remove the rest of the account, and to leave its password in the keyring.
  private func remove(
    _ path: String,
    _ title: String,
    _ question: String,
    _ body: String,
    keepsPassword: Bool = false
  ) async {
    let dialog = MessageDialog.make(over: window.object.asWindow, heading: question, body: body)
    let yes = keepsPassword ? tr("_Remove Anyway") : tr("_Remove")
    guard await dialog.agrees(yes, isRisky: true, no: tr("_Cancel")) else { return }
    do {
      try await accounts.remove(path, keepsPassword: keepsPassword)
      guard !isClosed else { return }
      pane.messages.toasts.add(tr("“%s” was removed", with: LabelText.make(title)))
    } catch let failure as KeyringFailure {
      guard !isClosed else { return }
      await remove(
        path,
        title,
        tr("Leave Its Password in the Keyring?"),
        tr("%s Everything else of the account can be removed.", with: failure.description),
        keepsPassword: true
      )
    } catch {
      if !isClosed { complain(error) }
    }
  }
}
