import CAdwaita
import TidelineGtk
import Mail
import TidelineProgram

/// What is done with an account from the sidebar, or with the one that is shown from the window's
/// menu.
extension MailWindow {
  func act(_ choice: SidebarRow.AccountAct, on path: String) {
    switch choice {
    case .refresh:
      if path == self.path {
        window.object.asWidget.activate("win.refresh")
      } else {
        accounts.refresh(path)
      }
    case .properties: showProperties(of: path)
    case .remove: confirmRemoval(of: path)
    }
  }

  /// The same with the mailbox that is shown; All Inboxes are none.
  func actOnShown(_ choice: SidebarRow.AccountAct) {
    if let path, path != AllInboxes.path { act(choice, on: path) }
  }

  private func showProperties(of path: String) {
    Task { [weak self] in
      guard let pool = self?.accounts.pool else { return }
      let mailbox = try? await pool.mailbox(at: path)
      let facts = await AccountFacts(path, mailbox)
      guard let self, !isClosed else { return }
      AccountProperties.present(facts, over: window.object.asWindow)
    }
  }

  private func confirmRemoval(of path: String) {
    let title = accounts.accounts.first { $0.path == path }?.title ?? pane.source?.title ?? path
    let dialog = MessageDialog(
      over: window.object.asWindow,
      heading: ShownText.words(tr("Remove “%s”?", with: LabelText.make(title)), limit: 120),
      body: ServerAddress(url: path) == nil
        ? tr(
          "Its list and what is remembered of it are removed from this computer. The mail itself "
            + "stays as it is."
        )
        : tr(
          "Its list, its password and what is remembered of it are removed from this computer. "
            + "Nothing on the server changes."
        )
    )
    dialog.keepLabelsWide()
    dialog.addCancel(tr("_Cancel"))
    dialog.add(tr("_Remove"), isRisky: true) { [weak self] in self?.remove(path, title) }
    dialog.asWindow.present()
  }

  private func remove(_ path: String, _ title: String) {
    Task { [weak self, accounts] in
      do {
        try await accounts.remove(path)
        self?.pane.messages.toasts.add(tr("“%s” was removed", with: LabelText.make(title)))
      } catch {
        self?.complain(error)
      }
    }
  }
}
