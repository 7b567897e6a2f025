import CAdwaita
import Gtk
import TidelineProgram

/// What a pane of conversations tells besides its rows: above the list, over it, and on the
/// desktop.
final class PaneMessages {
  /// What is wrong, for as long as it is.
  let notice = NoticeBar()
  /// That the program ended while a conversation was opened.
  let unfinished = NoticeBar()
  private var notices: [NoticeBar] { [notice, unfinished] }
  /// What the notice says could not be read.
  private var skipped: SkippedMail?
  /// What it said when the user dismissed it: the next refresh need not say the same again.
  private var dismissed: SkippedMail?
  /// What lies over the list.
  let toasts = ToastOverlay()
  /// That nothing was fetched.
  let fetch: FetchNotice
  /// That mail has arrived.
  let offer: NewMailOffer

  /// - Parameter window: where nobody looks at it, the desktop tells of new mail.
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

  /// What went wrong with the list, which stays as it was.
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

  /// What was read last is not opened again, since the program ended while it was.
  func showUnfinished() {
    unfinished.show(
      tr(
        "Tideline ended while a conversation was being opened, so none is opened now. "
          + "Select it to try again."
      )
    )
  }

  /// Another mailbox is opened: nothing of this is so any more.
  func withdraw() {
    fetch.withdraw()
    notice.withdraw()
    unfinished.withdraw()
  }
}
