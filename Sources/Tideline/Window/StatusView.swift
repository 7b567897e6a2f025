import CAdwaita
import Gtk
import Mail

/// The page that stands where the list would be: why there is none, and the ways out.
final class StatusView {
  enum State {
    case welcome
    case opening(path: String)
    case empty(path: String)
    case failed(any Error, canTryAgain: Bool)
  }

  let widget = StatusPage()
  private let buttons = Box(.vertical, spacing: 12)
  private let tryAgain = StatusView.button(tr("Try Again"), "win.try-again")
  private let refresh = StatusView.button(tr("Refresh"), "win.refresh")
  private let openFolder = StatusView.button(tr("Open Maildir Folder…"), "win.open-folder")
  private let openSample = StatusView.button(tr("Open Sample Mailbox"), "win.open-sample")
  private let spinner = Spinner()

  init() {
    spinner.setSizeRequest(width: 32, height: 32)
    spinner.setAccessibleLabel(tr("Reading the mailbox"))
    buttons.setAlign(horizontal: .center)
    buttons.append(spinner)
    for button in [tryAgain, refresh, openFolder, openSample] { buttons.append(button) }
    tryAgain.addStyleClass("suggested-action")
    widget.setChild(buttons)
    widget.setExpand(horizontal: true, vertical: true)
    show(.welcome)
  }

  func show(_ state: State) {
    switch state {
    case .welcome:
      widget.set(
        icon: "mail-unread-symbolic",
        title: tr("Welcome to Tideline"),
        description: tr("Open a folder of mail to see its conversations.")
      )
      offer([openFolder, openSample])
    case .opening(let path):
      widget.set(icon: nil, title: tr("Reading the mailbox…"), description: path)
      offer([openFolder])
    case .empty(let path):
      widget.set(
        icon: "mail-read-symbolic",
        title: tr("No conversations"),
        description: tr("There is no mail in “%s” yet.", with: path)
      )
      offer([refresh, openFolder])
    case .failed(let error, let canTryAgain):
      widget.set(
        icon: "dialog-warning-symbolic",
        title: tr("The mailbox cannot be shown"),
        description: ErrorText(error).errorDescription
      )
      offer((canTryAgain ? [tryAgain] : []) + [openFolder, openSample])
    }
    setSpinning(isOpening(state))
  }

  /// Puts the keyboard's focus on the first way out.
  func grabFocus() {
    [tryAgain, refresh, openFolder, openSample].first { $0.isVisible }?.grabFocus()
  }

  /// The list is shown instead; nothing may go on moving out of sight.
  func rest() { setSpinning(false) }

  /// How far the first reading has come.
  func show(_ progress: RefreshProgress) {
    guard progress.total > 0, spinner.isSpinning else { return }
    widget.set(
      icon: nil,
      title: tr("Reading the mailbox…"),
      description: tr(
        "%s of %s messages",
        with: String(progress.done),
        String(progress.total)
      )
    )
  }

  private func isOpening(_ state: State) -> Bool {
    if case .opening = state { true } else { false }
  }

  private func setSpinning(_ isSpinning: Bool) {
    spinner.isVisible = isSpinning
    spinner.isSpinning = isSpinning
  }

  private func offer(_ offered: [Button]) {
    for button in [tryAgain, refresh, openFolder, openSample] {
      button.isVisible = offered.contains { $0.pointer == button.pointer }
    }
  }

  private static func button(_ label: String, _ action: String) -> Button {
    let button = Button(label: label)
    button.setAction(action)
    button.addStyleClass("pill")
    return button
  }
}
