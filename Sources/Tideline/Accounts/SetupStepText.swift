import TidelineProgram

extension AccountSetupStep {
  /// The description of the step.
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
