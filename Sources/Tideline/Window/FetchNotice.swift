import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// Shows that the fetch command has failed: a toast that stays until the user dismisses it, the
/// command succeeds, or another mailbox is opened. The toast's button opens a dialog.
final class FetchNotice {
  private let overlay: ToastOverlay
  private var toast: ToastTurn?
  private var failure: MailError?

  /// The name of the window's action that opens the dialog.
  static let action = "fetch-details"

  init(over overlay: ToastOverlay) { self.overlay = overlay }

  func show(_ failure: MailError) {
    withdraw()
    self.failure = failure
    toast = overlay.add(tr("New mail was not fetched")) { toast in
      toast.setButton(tr("Details"), action: "win." + Self.action)
      toast.setTimeout(0)
    }
  }

  /// Removes the toast. Called after a successful fetch, and when another mailbox is opened.
  func withdraw() {
    toast?.dismiss()
    toast = nil
    failure = nil
  }

  /// Opens a dialog with the error, and below it the end of the fetch command's output, if any.
  func presentDetails(over window: Window) {
    guard let failure else { return }
    var content: ScrolledWindow?
    if case .fetchFailed(_, _, let output) = failure, !output.isEmpty {
      content = Self.view(of: output)
    }
    let reason = ErrorText(failure).text
    MessageDialog.tell(tr("New Mail Was Not Fetched"), reason, over: window, content?.asWidget)
  }

  private static func view(of output: String) -> ScrolledWindow {
    let text = TextView()
    text.text = output
    text.setReadOnly()
    text.setMonospace()
    text.wrapWords()
    text.setPadding(12)
    text.setAccessibleLabel(tr("The Command’s Last Output"))
    let scrolled = ScrolledWindow(text)
    scrolled.setPolicy(horizontal: .never, vertical: .automatic)
    scrolled.setSizeRequest(width: 480, height: 240)
    scrolled.addStyleClass("card")
    return scrolled
  }
}
