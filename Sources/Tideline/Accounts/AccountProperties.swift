import CAdwaita
import FoundationEssentials
import TidelineGtk
import Mail
import TidelineProgram

/// The properties of an account, in the order in which they are shown.
nonisolated struct AccountFacts: Sendable {
  let title: String
  let rows: [(title: String, value: String)]

  /// - Parameter mailbox: the account's mailbox; nil if it cannot be opened.
  init(_ path: String, _ mailbox: Mailbox?) async {
    title = mailbox?.title ?? AllInboxes.shown(path)
    var rows: [(String, String)] = []
    if let server = ServerAddress(url: path) {
      rows.append((tr("User Name"), server.user))
      rows.append((tr("Server"), "\(server.host):\(server.port)"))
      rows.append((tr("Security"), server.security == .tls ? "TLS" : "STARTTLS"))
    } else {
      // The folder or file that a mailbox is in.
      rows.append((tr("Place"), path))
    }
    if let mailbox {
      let folders = (try? await mailbox.folders()) ?? []
      rows.append((tr("Folders"), folders.count.grouped))
      let conversations = (try? await mailbox.conversationCount()) ?? 0
      rows.append((tr("Conversations in the List"), conversations.grouped))
      if let moment = try? await mailbox.lastSync() {
        let date = Date(timeIntervalSince1970: Double(moment))
        rows.append((tr("Last Refresh"), await RelativeDate.moment(date)))
      }
      rows.append((tr("Kept In"), mailbox.storePath))
    }
    self.rows = rows
  }
}

enum AccountProperties {
  /// - Parameter remove: called after the window was closed by the button that removes the account.
  static func present(_ facts: AccountFacts, over parent: Window, remove: @escaping () -> Void) {
    let window = Window()
    window.title = tr("Properties of %s", with: facts.title)
    window.setDefaultSize(width: 480, height: 420)
    let bar = HeaderBar()
    bar.setTitle(WindowTitle(facts.title, subtitle: tr("Properties")))
    window.setTitlebar(bar)
    let page = PreferencesPage()
    page.add(
      facts.rows.map { title, value in
        let row = ActionRow(title: title)
        row.setSubtitle(value)
        row.setAccessibleDescription(value)
        return row
      }
    )
    let owner = Unowned(window)
    let button = Button.make(tr("Remove…")) {
      owner.object.close()
      remove()
    }
    button.addStyleClasses("destructive-action", "pill")
    button.setAlign(horizontal: .center)
    page.add([button])
    window.child = page.asWidget
    window.setTransient(for: parent)
    window.setModal()
    window.closeByEscape()
    window.present()
  }
}
