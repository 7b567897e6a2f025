import CAdwaita
import Mail
import TidelineGtk
import TidelineLocalization
import TidelineProgram

/// The page that is shown instead of the list: it says why there is no list, and offers solutions.
final class StatusView {
  enum State {
    case opening(path: String)
    case empty
    /// A list in which all mail is hidden, since it is marked for deletion.
    case hidden
    /// A search or filter without results.
    case nothingFound(Listing)
    case failed(any Error, canTryAgain: Bool)

    /// The reason why a listing has no rows.
    static func nothing(in listing: Listing, hidesMail: Bool) -> State {
      listing.isNarrowed ? .nothingFound(listing) : hidesMail ? .hidden : .empty
    }
  }

  let widget = StatusPage()
  private let buttons = Box(.vertical, spacing: 12)
  private let tryAgain = StatusView.button(tr("Try Again"), "win.try-again")
  private let refresh = StatusView.button(tr("Refresh"), "win.refresh")
  private let clearSearch = StatusView.button(tr("Clear Search"), "win.clear-search")
  private let showAll = StatusView.button(tr("Show Read Ones Too"), "win.unread-only")
  private let showHidden = StatusView.button(tr("Show Deleted"), "win.without-deleted")
  private let mailboxes = StatusView.button(tr("Choose a Mailbox…"), "win.welcome")
  private let spinner = Spinner()

  init() {
    spinner.setSizeRequest(width: 32, height: 32)
    spinner.setAccessibleLabel(tr("Reading the mailbox"))
    buttons.setAlign(horizontal: .center)
    buttons.append(spinner)
    for button in all { buttons.append(button) }
    tryAgain.addStyleClass("suggested-action")
    widget.setChild(buttons)
    widget.setExpand(horizontal: true, vertical: true)
  }

  private var all: [Button] {
    [tryAgain, clearSearch, showAll, showHidden, refresh, mailboxes]
  }

  func show(_ state: State) {
    switch state {
    case .opening(let path):
      widget.set(icon: nil, title: tr("Reading the mailbox…"), description: LabelText.make(path))
      offer([mailboxes])
    case .empty:
      widget.set(
        icon: "mail-read-symbolic",
        title: tr("No Conversations"),
        description: tr("There is no mail here yet.")
      )
      offer([refresh, mailboxes])
    case .hidden:
      widget.set(
        icon: "mail-read-symbolic",
        title: tr("No Conversations"),
        description: tr("All mail here is marked for deletion, and such mail is hidden.")
      )
      offer([showHidden, refresh])
    case .nothingFound(let listing):
      showNothingFound(listing)
    case .failed(let error, let canTryAgain):
      widget.set(
        icon: "dialog-warning-symbolic",
        title: tr("The mailbox cannot be shown"),
        description: ErrorText(error).errorDescription
      )
      offer((canTryAgain ? [tryAgain] : []) + [mailboxes])
    }
    setSpinning(isOpening(state))
  }

  private func showNothingFound(_ listing: Listing) {
    guard !listing.search.isEmpty else {
      widget.set(
        icon: "mail-read-symbolic",
        title: tr("All Read"),
        description: tr("There are no unread conversations here.")
      )
      return offer([showAll])
    }
    let search = LabelText.make(listing.search)
    let result =
      listing.unreadOnly
      ? tr("No unread conversation here matches “%s”.", with: search)
      : tr("No conversation here matches “%s”.", with: search)
    let hints = listing.mistypedOperators.prefix(1).map(hint)
    widget.set(
      icon: "edit-find-symbolic",
      title: tr("No Matches"),
      description: JoinedText.sentences([result] + hints)
    )
    offer([clearSearch] + (listing.unreadOnly ? [showAll] : []))
  }

  /// - Parameter written: what looks like an operator, but was searched as words.
  private func hint(_ written: String) -> String {
    let text = LabelText.make(written)
    if ["before:", "after:"].contains(where: written.lowercased().hasPrefix) {
      return tr("“%s” has no date such as 2026-05-31, so its words were searched.", with: text)
    }
    return written.hasSuffix(":")
      ? tr("“%s” has no value, so its word was searched.", with: text)
      : tr("“%s” is none of the operators, so its words were searched.", with: text)
  }

  /// Moves the keyboard's focus to the first visible button.
  func grabFocus() {
    all.first { $0.isVisible }?.grabFocus()
  }

  /// Stops the spinner. Called when the list replaces the page: a hidden animation must not run.
  func rest() { setSpinning(false) }

  /// Shows the progress of the first reading. Does nothing while the spinner is stopped.
  func show(_ progress: RefreshProgress) {
    guard progress.total > 0, spinner.isSpinning else { return }
    widget.set(
      icon: nil,
      title: tr("Reading the mailbox…"),
      description: tr(
        "%s of %d message",
        "%s of %d messages",
        progress.total,
        with: progress.done.grouped
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
    for button in all {
      button.isVisible = offered.contains { $0.pointer == button.pointer }
    }
  }

  private static func button(_ label: String, _ action: String) -> Button {
    let button = Button(label: label)
    button.setAction(action)
    button.addStyleClass("pill")
    button.wrapText()
    return button
  }
}
