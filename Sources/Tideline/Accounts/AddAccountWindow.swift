import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// The window to add a server account by its mail address and password and, if no server is found,
/// by the server's name. If the account does not work, it is not added, and the typed texts stay.
final class AddAccountWindow {
  private let window: Unowned<Window>
  private let fields = AccountFields()
  private let notice = NoticeBar()
  private lazy var progress = SetupProgress { [weak self] in self?.stop() }
  private let add = Button(label: tr("Add"))
  private let onAdded: (ListedAccount) -> Void
  private var adding: Task<Void, Never>?
  /// The last request, with the server found and the certificates accepted.
  private var last: AccountSetup.Request?

  private static let key = "tideline-add-account-window"

  /// Opens the window, which keeps its ``AddAccountWindow`` alive.
  ///
  /// - Parameters:
  ///   - found: an account of another program, for which the user types only the password; nil to
  ///     begin with an empty form.
  ///   - onAdded: called with the account after the window was closed.
  static func present(
    over parent: Window,
    filledWith found: FoundAccount? = nil,
    onAdded: @escaping (ListedAccount) -> Void
  ) {
    let window = Window()
    let content = AddAccountWindow(in: window, over: parent, onAdded: onAdded)
    window.own(content, key: key)
    window.setTransient(for: parent)
    window.setModal()
    window.present()
    if let found { content.fields.fill(found) } else { content.fields.grabFocus() }
  }

  private init(
    in window: Window,
    over parent: Window,
    onAdded: @escaping (ListedAccount) -> Void
  ) {
    self.window = Unowned(window)
    self.onAdded = onAdded
    window.title = tr("Add Account")
    window.setDefaultSize(width: 480, height: 460)
    setTitlebar(of: window, within: parent.width)
    let content = Box(.vertical, spacing: 0)
    content.append([notice.widget, fields.widget, progress.widget])
    window.child = content.asWidget
    notice.onDismiss = { [weak self] in self?.fields.grabFocus() }
    fields.onChange = { [weak self] in self?.update() }
    fields.onEnter = { [weak self] in self?.begin() }
    window.closeByEscape()
    window.connect("destroy") { [weak self] in self?.adding?.cancel() }
    update()
  }

  private func setTitlebar(of window: Window, within width: Int) {
    let bar = HeaderBar()
    bar.showTitleButtons(start: false, end: false)
    let cancel = Button.make(tr("Cancel")) { [weak self] in self?.close() }
    bar.packStart(cancel)
    add.addStyleClass("suggested-action")
    add.connect("clicked") { [weak self] in self?.begin() }
    bar.packEnd(add)
    window.setTitlebar(bar)
    // On a phone in large text, the buttons need the title's room, and may be too long even then.
    if bar.naturalWidth > width { bar.setTitle(WindowTitle("", subtitle: "")) }
    if bar.naturalWidth > width {
      cancel.setIcon(name: "window-close-symbolic")
      cancel.setName(tr("Cancel"))
    }
  }

  private func update() {
    let isBusy = adding != nil
    fields.widget.isSensitive = !isBusy
    add.isSensitive = !isBusy && fields.form.isComplete
    if !isBusy { progress.rest() }
  }

  private func close() {
    if window.isAlive { window.object.close() }
  }

  // MARK: Adding

  private func begin() {
    let form = fields.form
    guard adding == nil, form.isComplete else { return }
    notice.withdraw()
    do {
      try run(form.request(after: last), password: form.password)
    } catch {
      notice.show(ErrorText(error).text)
    }
  }

  private func run(_ request: AccountSetup.Request, password: String) {
    let setup = AccountSetup(
      password: password,
      report: { [weak self] step in Task { @MainActor [weak self] in self?.show(step) } },
      ask: { [weak self] question in await self?.ask(question) ?? false }
    )
    adding = Task { [weak self] in
      var request = request
      let ending = try? await setup.run(&request)
      guard !Task.isCancelled else { return }
      self?.end(ending, request)
    }
    update()
  }

  private func ask(_ question: AccountSetup.Question) async -> Bool {
    guard window.isAlive else { return false }
    // Hides the progress while the setup waits for the user's answer.
    progress.rest()
    return await AccountQuestion.ask(question, over: window.object)
  }

  private func show(_ step: AccountSetupStep) {
    guard adding != nil else { return }
    if case .connecting(let server) = step { fields.show(found: server) }
    progress.show(step)
  }

  /// Stops adding the account; the typed texts stay.
  private func stop() {
    adding?.cancel()
    adding = nil
    update()
    fields.grabFocus()
  }

  /// - Parameter ending: nil if the work was cancelled.
  private func end(_ ending: AccountSetup.Ending?, _ request: AccountSetup.Request) {
    adding = nil
    last = request
    update()
    switch ending {
    case .added(let added):
      close()
      onAdded(added.account)
    case .declined(let question): declined(question)
    case .failed(let error): failed(error)
    case nil: fields.grabFocus()
    }
  }

  private func declined(_ question: AccountSetup.Question) {
    switch question {
    case .serverElsewhere:
      notice.show(tr("Nothing was added. If your provider has another server, name that one."))
      fields.askForServer()
    case .certificate(let facts): failed(facts.error)
    case .noKeyring(let failure): failed(failure)
    }
  }

  private func failed(_ error: any Error) {
    notice.show(ErrorText(error).text)
    switch error {
    case is ServerSearchFailure: fields.askForServer()
    case AccountListError.nameTaken, AccountListError.nameUnusable: fields.askForName()
    case MailError.server(let failure) where failure.kind == .loginRefused: fields.askForPassword()
    default: fields.grabFocus()
    }
  }
}

/// Shows the present step of adding an account, with a button to stop.
///
/// Accessibility: its role is `status`, and each step is announced as it begins.
private final class SetupProgress {
  let widget = Box(.horizontal, spacing: 12, role: .status)
  private let spinner = Spinner()
  private let label = Label.paragraph()

  init(stop: @escaping () -> Void) {
    // Ends the search for a server.
    let button = Button.make(tr("Stop"), clicked: stop)
    label.setExpand(horizontal: true)
    for part in [spinner.asWidget, label.asWidget, button.asWidget] {
      part.setAlign(vertical: .center)
      widget.append(part)
    }
    widget.addStyleClass("setup-progress")
    rest()
  }

  func show(_ step: AccountSetupStep) {
    widget.isVisible = true
    spinner.isSpinning = true
    guard label.text != step.title else { return }
    label.text = step.title
    widget.setAccessibleLabel(step.title)
    widget.announce(step.title)
  }

  /// Hides the step, and stops the spinner, so that the spinner is not animated while hidden.
  func rest() {
    widget.isVisible = false
    spinner.isSpinning = false
    label.text = ""
  }
}

extension AccountSetupStep {
  var title: String {
    switch self {
    case .searching(let domain): tr("Looking for the server of %s…", with: domain)
    case .askingDatabase(let domain):
      tr("Asking Thunderbird’s database about %s; your address is not sent…", with: domain)
    case .connecting(let server): tr("Connecting to %s…", with: server.host)
    case .loggingIn(let server): tr("Logging in as %s…", with: server.user)
    case .listing: tr("Reading the list of folders…")
    case .storingPassword: tr("Storing the password in the keyring…")
    }
  }
}
