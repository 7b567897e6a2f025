import CAdwaita
import Glibc
import Mail
import MailSample
import TidelineGtk
import TidelineProgram

/// The window's actions, for menus, buttons and keys.
extension MailWindow {
  func addActions(to window: ApplicationWindow) {
    let actions: [(name: String, act: (MailWindow) -> Void)] = [
      ("welcome", { $0.showWelcome() }),
      ("back", { $0.goBack() }),
      ("search", { $0.search() }),
      ("find", { $0.find() }),
      ("next", { $0.move(down: true) }),
      ("previous", { $0.move(down: false) }),
      ("next-unread", { $0.selectUnread(below: true) }),
      ("previous-unread", { $0.selectUnread(below: false) }),
      ("reply", { $0.reading.pane.reply(.sender) }),
      ("reply-all", { $0.reading.pane.reply(.all) }),
      ("add-account", { $0.addAccount() }),
      ("account-properties", { $0.actOnShown(.properties) }),
      ("remove-account", { $0.actOnShown(.remove) }),
      // Two dialogs, since none can choose both folders and files.
      ("open-folder", { $0.choose(.folder, tr("Open a Folder of Mail")) }),
      ("open-file", { $0.choose(.file, tr("Open an mbox File")) }),
      ("open-sample", { $0.openSample() }),
      ("try-again", { window in window.path.map { window.open($0) } }),
      (
        FetchNotice.action,
        { $0.pane.messages.fetch.presentDetails(over: $0.window.object.asWindow) }
      ),
      ("shortcuts", { ShortcutsWindow.present(over: $0.window.object) }),
      ("about", { AboutWindow.present(over: $0.window.object) }),
    ]
    for (name, act) in actions {
      window.add(.named(name) { [weak self] in self.map(act) })
    }
  }

  /// - Parameter found: an account of another program, whose server fills the form; nil for an
  ///   empty form.
  func addAccount(_ found: FoundAccount? = nil) {
    AddAccountWindow.present(over: window.object.asWindow, filledWith: found) {
      [weak self] account in
      guard let self else { return }
      let path = account.address.url
      let isRenewed = accounts.keepAdded(path, title: account.name)
      if !isRenewed || pane.path != path { open(path) }
    }
  }

  private func choose(_ kind: FileChooser.Kind, _ title: String) {
    FileChooser.ask(kind, title, tr("_Open"), over: window.object) { [weak self] in self?.take($0) }
  }

  /// Opens the mailbox at a dropped or chosen path. If that fails, a notice explains why, and the
  /// present mailbox stays.
  ///
  /// - Parameter path: nil for a file that is not on this machine.
  func take(_ path: String?) {
    guard let path else { return complain(tr("Only what is on this computer can be opened.")) }
    pane.choosing?.cancel()
    pane.choosing = Task { [weak self] in
      guard let begun = self?.pane.begin(path) else { return }
      do {
        _ = try await begun.value
        if !Task.isCancelled { self?.open(path, begun: begun) }
      } catch {
        if !Task.isCancelled { self?.complain(error) }
      }
    }
  }

  func complain(_ error: any Error) {
    complain(ErrorText(error).text)
  }

  private func complain(_ sentence: String) {
    // The page to choose a mailbox covers the list's notice, and so has a notice of its own.
    guard choice.isShown else { return pane.messages.show(choice: sentence) }
    choice.notice.show(sentence)
  }

  private func openSample() {
    choice.leave()
    if path == nil { pane.handle(.make(title: tr("Sample Mailbox"))) }
    pane.choosing?.cancel()
    pane.choosing = Task { [weak self] in
      do {
        let path = try await SampleFolder.path()
        if !Task.isCancelled { self?.open(path) }
      } catch {
        guard let self, !Task.isCancelled else { return }
        if path == nil { pane.handle(.makingFailed(error)) } else { complain(error) }
      }
    }
  }
}

/// The sample mailbox in the user's data folder, created when it is first opened.
private nonisolated enum SampleFolder {
  @concurrent
  static func path() async throws -> String {
    let path = UserDirectories.data + "/tideline/Sample Mailbox"
    if access(path + "/cur", F_OK) != 0 {
      // Written under another name first: an incomplete sample must not be opened.
      let draft = path + ".draft"
      try SampleMailbox(SampleStories(contentsOf: InstalledData.sample)).write(to: draft)
      guard rename(draft, path) == 0 else {
        throw MailError.notWritable(path: path, reason: String(cString: strerror(errno)))
      }
    }
    return path
  }
}

/// The window's keys besides those of menus and lists: letters and the slash, which must not
/// disturb typing, and Escape, which is bound only while ``takesEscape`` is true.
final class WindowKeys {
  private let widget: Widget
  private let letters = ShortcutController.whereFocused()
  private let escape = ShortcutController.whereFocused()

  static let (nextUnreadKey, previousUnreadKey) = ("n", "p")

  init(on widget: some WidgetConvertible) {
    self.widget = widget.asWidget
    letters.bind("j", toAction: "win.next")
    letters.bind("k", toAction: "win.previous")
    letters.bind(Self.nextUnreadKey, toAction: "win.next-unread")
    letters.bind(Self.previousUnreadKey, toAction: "win.previous-unread")
    letters.bind(MessageActions.replyKey, toAction: "win.reply")
    letters.bind(MessageActions.replyToAllKey, toAction: "win.reply-all")
    letters.bind(MarkActions.unreadKey, toAction: "win.mark-unread")
    letters.bind(MarkActions.starKey, toAction: "win.star")
    letters.bind(MarkActions.undoKey, toAction: MarkActions.undoAction)
    letters.bind(ListSearch.listKey, toAction: "win.search")
    widget.add(letters)
    escape.bind("Escape", toAction: "win.back")
  }

  /// Whether Escape goes back. True only while there is a way back: GTK treats a bound key as
  /// handled even if its action does nothing, and then Escape could not cancel a refresh.
  var takesEscape = false {
    didSet {
      guard takesEscape != oldValue else { return }
      if takesEscape { widget.add(escape) } else { widget.remove(escape) }
    }
  }
}
