import FoundationEssentials

/// Evolution's accounts on IMAP servers; each account has a file of its own. Leaves out disabled
/// accounts, and accounts with OAuth 2 logins, since their servers take no password.
enum EvolutionAccounts {
  /// The highest number of files read; no user has as many. Each account, calendar and address book
  /// has one file.
  private static let fileLimit = 500

  /// The accounts, in the order of the files' names.
  ///
  /// - Parameter folder: the folder of files whose names end in `.source`.
  static func read(in folder: String) -> [FoundAccount] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".source") }.sorted().prefix(fileLimit)
      .compactMap { account("\(folder)/\($0)", in: folder) }
  }

  private static func account(_ path: String, in folder: String) -> FoundAccount? {
    guard let file = KeyFile(path), file.value("Enabled", in: "Data Source") != "false",
      let backend = file.value("BackendName", in: mail), backend.hasPrefix("imap"),
      !isOAuth2(file.value("Method", in: "Authentication") ?? "")
    else { return nil }
    let identity = file.value("IdentityUid", in: mail)
      // Ignores an id with a slash, which might lead out of the folder. Evolution writes none.
      .flatMap { $0.contains("/") ? nil : KeyFile("\(folder)/\($0).source") }
    let isTLS = file.value("Method", in: "Security") == "ssl-on-alternate-port"
    return FoundAccount(
      .evolution,
      mailAddress: identity?.value("Address", in: "Mail Identity"),
      user: file.value("User", in: "Authentication"),
      host: file.value("Host", in: "Authentication"),
      port: file.value("Port", in: "Authentication"),
      isTLS ? .tls : .startTLS
    )
  }

  /// Whether a login method is OAuth 2. It is named after OAuth, or after the tokens' provider.
  private static func isOAuth2(_ method: String) -> Bool {
    let method = method.lowercased()
    return method.contains("oauth") || ["google", "outlook", "yahoo"].contains(method)
  }

  private static let mail = "Mail Account"
}
