import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// The rows that describe an account: its address and password, an optional name, and its server,
/// which most people need not know.
final class AccountFields {
  let widget = PreferencesPage()
  var onChange: (() -> Void)?
  var onEnter: (() -> Void)?

  private let address = EntryRow(title: tr("Mail Address"))
  private let password = EntryRow(title: tr("Password"), isPassword: true)
  private let name = EntryRow(title: tr("Account Name (Optional)"))
  private let server = ActionRow(title: tr("Server"))
  // A button, since assistive technologies cannot activate a GTK row.
  private let byHand = Button.flat("document-edit-symbolic", tr("Type the Server by Hand"))
  private let host = EntryRow(title: tr("Name of the Server"))
  private let port = EntryRow(title: tr("Port"))
  private let security = ComboRow(title: tr("Security"))
  private let user = EntryRow(title: tr("User Name"))
  /// The address for which a server was filled in, and the form as filled; nil if there is none.
  private var found: (address: String, form: AccountForm)?

  /// Whether several rows are being set, after which ``onChange`` is called once.
  private var isBeingSet = false

  private static let securities: [ServerAddress.Security] = [.tls, .startTLS]

  init() {
    address.setPurpose(GTK_INPUT_PURPOSE_EMAIL)
    host.setPurpose(GTK_INPUT_PURPOSE_URL)
    port.setPurpose(GTK_INPUT_PURPOSE_DIGITS)
    // These names are not translated.
    security.setChoices(["TLS", "STARTTLS"])
    let account = PreferencesGroup()
    for row in [address, password, name] { account.add(row) }
    let place = PreferencesGroup()
    byHand.connect("clicked") { [weak self] in self?.askForServer() }
    server.add(suffix: byHand)
    // Since libadwaita 1.7, `setActivatable` also labels the button with the row's title. So the
    // button's own label is set afterwards.
    server.setActivatable(byHand)
    byHand.setAccessibleLabel(tr("Type the Server by Hand"))
    for row in [server.asWidget] + serverRows { place.add(row) }
    for row in serverRows { row.isVisible = false }
    widget.add(account)
    widget.add(place)
    widget.setExpand(vertical: true)
    for (row, _) in texts {
      row.onChange { [weak self] in self?.changed() }
      row.onEnter { [weak self] in self?.onEnter?() }
    }
    security.onSelect { [weak self] in self?.changed() }
    changed()
  }

  private var serverRows: [Widget] {
    [host.asWidget, port.asWidget, security.asWidget, user.asWidget]
  }

  private var texts: [(EntryRow, WritableKeyPath<AccountForm, String>)] {
    [
      (address, \.address), (password, \.password), (name, \.name), (host, \.host), (port, \.port),
      (user, \.user),
    ]
  }

  /// The texts in the rows. Setting this calls ``onChange`` once.
  var form: AccountForm {
    get {
      var form = AccountForm()
      for (row, text) in texts { form[keyPath: text] = row.text }
      form.security = Self.securities[security.selected ?? 0]
      return form
    }
    set {
      isBeingSet = true
      // Setting an unchanged text would move the cursor.
      for (row, text) in texts where row.text != newValue[keyPath: text] {
        row.text = newValue[keyPath: text]
      }
      let place = Self.securities.firstIndex(of: newValue.security)
      if security.selected != place { security.selected = place }
      isBeingSet = false
      changed()
    }
  }

  /// Fills in the server that was found for the address, unless the form has a server already.
  func show(found server: ServerAddress) {
    var form = form
    guard form.host.isEmpty else { return }
    form.fill(server)
    found = (form.address, form)
    self.form = form
  }

  /// Fills in an account of another program, and moves the focus to the password, which is missing.
  func fill(_ account: FoundAccount) {
    var form = AccountForm()
    form.address = account.mailAddress
    form.fill(account.server)
    self.form = form
    // Notes the server as found, so that `forgetFound` empties it when the address is changed.
    found = (form.address, form)
    askForPassword()
  }

  /// Shows the fields for a server that is typed by hand, and moves the focus to the first.
  func askForServer() {
    for row in serverRows { row.isVisible = true }
    byHand.isVisible = false
    host.grabFocus()
  }

  func grabFocus() { address.grabFocus() }

  func askForName() { askAnew(name) }

  func askForPassword() { askAnew(password) }

  /// Moves the focus to the row and selects the row's text, so that typing replaces the text.
  private func askAnew(_ row: EntryRow) {
    row.grabFocus()
    row.selectAll()
  }

  private func changed() {
    guard !isBeingSet else { return }
    forgetFound()
    let form = form
    server.setSubtitle(
      form.host.isEmpty
        ? tr("Found by the address")
        : form.port.isEmpty ? form.host : tr("%s, port %s", with: form.host, form.port)
    )
    onChange?()
  }

  /// Empties the server's fields if the server was found for another address; a typed server stays.
  private func forgetFound() {
    guard let found, address.text != found.address else { return }
    self.found = nil
    var form = form
    let (host, user) = (found.form.host, found.form.user)
    guard form.host == host, form.user == user else { return }
    form.emptyServer()
    self.form = form
  }
}
