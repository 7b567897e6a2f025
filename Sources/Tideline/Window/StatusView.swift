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
  private let tryAgain = Button.pill(tr("Try Again"), action: "win.try-again")
  private let refresh = Button.pill(tr("Refresh"), action: "win.refresh")
  private let clearSearch = Button.pill(tr("Clear Search"), action: "win.clear-search")
  private let showAll = Button.pill(tr("Show Read Ones Too"), action: "win.unread-only")
  private let showHidden = Button.pill(tr("Show Deleted"), action: "win.without-deleted")
  private let mailboxes = Button.pill(tr("Choose a Mailbox…"), action: "win.welcome")
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
    setSpinning(false)
    switch state {
    case .opening(let path):
      say(nil, tr("Reading the mailbox…"), LabelText.make(path))
      offer(mailboxes)
      setSpinning(true)
    case .empty:
      say("mail-read-symbolic", tr("No Conversations"), tr("There is no mail here yet."))
      offer(refresh, mailboxes)
    case .hidden:
      let reason = tr("All mail here is marked for deletion, and such mail is hidden.")
      say("mail-read-symbolic", tr("No Conversations"), reason)
      offer(showHidden, refresh)
    case .nothingFound(let listing) where listing.search.isEmpty:
      say("mail-read-symbolic", tr("All Read"), tr("There are no unread conversations here."))
      offer(showAll)
    case .nothingFound(let listing):
      say("edit-find-symbolic", tr("No Matches"), nothingFound(listing))
      if listing.unreadOnly { offer(clearSearch, showAll) } else { offer(clearSearch) }
    case .failed(let error, let canTryAgain):
      say("dialog-warning-symbolic", tr("The mailbox cannot be shown"), ErrorText(error).text)
      if canTryAgain { offer(tryAgain, mailboxes) } else { offer(mailboxes) }
    }
  }

  private func say(_ icon: String?, _ title: String, _ description: String) {
    widget.set(icon: icon, title: title, description: description)
  }

  private func nothingFound(_ listing: Listing) -> String {
    let search = LabelText.make(listing.search)
    let result =
      listing.unreadOnly
      ? tr("No unread conversation here matches “%s”.", with: search)
      : tr("No conversation here matches “%s”.", with: search)
    return JoinedText.sentences([result] + listing.mistypedOperators.prefix(1).map(hint))
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
    let (done, total) = (progress.done.grouped, progress.total)
    let text = tr("%s of %d message", "%s of %d messages", total, with: done)
    say(nil, tr("Reading the mailbox…"), text)
  }

  private func setSpinning(_ isSpinning: Bool) {
    spinner.isVisible = isSpinning
    spinner.isSpinning = isSpinning
  }

  private func offer(_ offered: Button...) {
    for button in all {
      button.isVisible = offered.contains { $0.pointer == button.pointer }
    }
  }
}
