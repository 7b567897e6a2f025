import CAdwaita
import Mail
import TidelineGtk
import TidelineLocalization
import TidelineProgram

/// The page that is shown instead of the list: it says why there is no list, and offers solutions.
final class StatusView {
  enum State {
    case opening(path: String)
    case empty(path: String)
    /// A list in which all mail is hidden, since it is marked for deletion.
    case hidden(path: String)
    /// A search or filter without results.
    case nothingFound(Listing)
    case failed(any Error, canTryAgain: Bool)

    /// The reason why a listing of the mailbox at the path has no rows.
    ///
    /// - Parameter hidesMail: whether it has rows that are hidden.
    static func nothing(in listing: Listing, of path: String, hidesMail: Bool) -> State {
      if listing.isNarrowed { return .nothingFound(listing) }
      let name = listing.folder.map { $0 == .inbox ? tr("Inbox") : "\($0)" } ?? path
      return hidesMail ? .hidden(path: name) : .empty(path: name)
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
    case .empty(let path):
      widget.set(
        icon: "mail-read-symbolic",
        title: tr("No Conversations"),
        description: tr("There is no mail in “%s” yet.", with: LabelText.make(path))
      )
      offer([refresh, mailboxes])
    case .hidden(let path):
      widget.set(
        icon: "mail-read-symbolic",
        title: tr("No Conversations"),
        description: tr(
          "All mail in “%s” is marked for deletion, and such mail is hidden.",
          with: LabelText.make(path)
        )
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
    widget.set(
      icon: "edit-find-symbolic",
      title: tr("No Matches"),
      description: listing.unreadOnly
        ? tr("No unread conversation here matches the search.")
        : tr("No conversation here matches the search.")
    )
    offer([clearSearch] + (listing.unreadOnly ? [showAll] : []))
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
