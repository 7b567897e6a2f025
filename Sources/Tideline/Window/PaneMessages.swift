import CAdwaita
import Gtk
import TidelineProgram

/// What a pane of conversations shows besides its rows: notices above the list, toasts over it, and
/// the desktop's notifications.
final class PaneMessages {
  /// What is wrong, for as long as it is.
  let notice = NoticeBar()
  /// Shown when the program ended while a conversation was opened.
  let unfinished = NoticeBar()
  private var notices: [NoticeBar] { [notice, unfinished] }
  /// What the notice says could not be read.
  private var skipped: SkippedMail?
  /// What it said when the user dismissed it: the next refresh need not say the same again.
  private var dismissed: SkippedMail?
  /// What lies over the list.
  let toasts = ToastOverlay()
  /// Shown when nothing was fetched.
  let fetch: FetchNotice
  /// Shown when mail has arrived.
  let offer: NewMailOffer

  /// - Parameter window: while it is not looked at, new mail is announced by the desktop.
  init(_ application: Application, in window: Window) {
    fetch = FetchNotice(over: toasts)
    let desktop = MailNotice(of: window, application)
    offer = NewMailOffer(over: toasts, action: "win.refresh", notice: desktop)
  }

  /// Puts the notices and what lies over the list into a pane.
  func stand(in pane: Box, onDismiss: @escaping () -> Void) {
    for notice in notices {
      notice.onDismiss = onDismiss
      pane.append(notice.widget)
    }
    notice.onDismiss = { [weak self] in
      self?.dismissed = self?.skipped
      onDismiss()
    }
    pane.append(toasts)
  }

  /// Shows what went wrong; the list stays as it was.
  func show(_ error: any Error) {
    show(ErrorText(error).errorDescription ?? "")
    skipped = nil
  }

  /// A refresh has ended well, apart from what it could not read; nil where it has read everything.
  func show(skipped: SkippedMail?) {
    self.skipped = skipped
    if skipped != dismissed { dismissed = nil }
    if let skipped, dismissed == nil { show(skipped.sentence) } else { notice.withdraw() }
  }

  private func show(_ sentence: String) {
    notice.show(sentence, way: (tr("Try Again"), "win.refresh"))
  }

  /// Explains why the conversation that was read last is not opened again.
  func showUnfinished() {
    unfinished.show(
      tr(
        "Tideline ended while a conversation was being opened, so none is opened now. "
          + "Select it to try again."
      )
    )
  }

  /// Another mailbox is opened: none of this is true of it.
  func withdraw() {
    fetch.withdraw()
    notice.withdraw()
    unfinished.withdraw()
  }
}
