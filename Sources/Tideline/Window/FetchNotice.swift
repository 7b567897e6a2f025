import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// Says that new mail was not fetched, and shows what the command has said: a toast that stays
/// until it is dismissed or a refresh fetches again, with a button that opens a dialogue.
final class FetchNotice {
  private let overlay: ToastOverlay
  private var toast: Toast?
  private var failure: MailError?

  /// The name of the window's action that opens the dialogue.
  static let action = "fetch-details"

  /// - Parameter overlay: what the toast lies over.
  init(over overlay: ToastOverlay) { self.overlay = overlay }

  func show(_ failure: MailError) {
    withdraw()
    self.failure = failure
    toast = overlay.add(tr("New mail was not fetched")) { toast in
      toast.setButton(tr("Details"), action: "win." + Self.action)
      toast.setTimeout(0)
    }
  }

  /// What it said is no longer so.
  func withdraw() {
    toast?.dismiss()
    toast = nil
    failure = nil
  }

  /// Shows the sentence, and below it the last that the command has printed.
  func presentDetails(over window: Window) {
    guard let failure else { return }
    let dialog = MessageDialog(
      over: window,
      heading: tr("New Mail Was Not Fetched"),
      body: ErrorText(failure).errorDescription ?? ""
    )
    dialog.keepLabelsWide()
    dialog.keepLabelsWide()
    if case .fetchFailed(_, _, let output) = failure, !output.isEmpty {
      dialog.setContent(Self.view(of: output))
    }
    dialog.addClose(tr("_Close"))
    dialog.asWindow.present()
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
