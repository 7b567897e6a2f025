/// Accounts on IMAP servers in the settings of a Thunderbird profile, `prefs.js`. Accounts with
/// OAuth 2 logins are left out, since their servers take no password.
enum ThunderbirdAccounts {
  /// The accounts, in the order of Thunderbird's numbers for their servers.
  static func read(inProfile folder: String) -> [FoundAccount] {
    let settings = settings(inProfile: folder)
    let addresses = mailAddresses(settings)
    let servers = settings.keys.filter { $0.hasPrefix("mail.server.") && $0.hasSuffix(".type") }
      .map { String($0.dropFirst("mail.server.".count).dropLast(".type".count)) }
    return servers.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.compactMap { server in
      func value(_ names: String...) -> String? {
        names.lazy.compactMap { settings["mail.server.\(server).\($0)"] }.first { !$0.isEmpty }
      }
      guard value("type") == "imap", value("authMethod") != oauth2 else { return nil }
      // Older versions store a changed name in a `real…` setting, beside the original name.
      return FoundAccount(
        .thunderbird,
        mailAddress: addresses[server],
        user: value("realuserName", "userName"),
        host: value("realhostname", "hostname"),
        port: value("port"),
        // 3 means TLS from the first byte.
        value("socketType") == "3" ? .tls : .startTLS
      )
    }
  }

  /// Thunderbird's `nsMsgAuthMethod` for OAuth 2.
  private static let oauth2 = "10"

  /// The mail address of each server's first identity, by server.
  private static func mailAddresses(_ settings: [String: String]) -> [String: String] {
    var addresses: [String: String] = [:]
    for (name, server) in settings
    where name.hasPrefix("mail.account.") && name.hasSuffix(".server") {
      let account = name.dropLast(".server".count)
      let identities = settings["\(account).identities"] ?? ""
      let first = identities.split(separator: ",").first.map(String.init) ?? ""
      addresses[server] = settings["mail.identity.\(first).useremail"]
    }
    return addresses
  }

  /// The mail addresses of all identities of the profile in which the mail at a path lies, in lower
  /// case; none if it is in no profile.
  static func mailAddresses(ofMailAt path: String) -> [String] {
    var folder = path[...]
    // Folders lie as deep as Profile/ImapMail/host/INBOX.sbd/Folder.
    for _ in 0..<depth {
      guard let slash = folder.lastIndex(of: "/") else { break }
      let addresses = settings(inProfile: String(folder)).filter {
        $0.key.hasPrefix("mail.identity.") && $0.key.hasSuffix(".useremail")
      }
      if !addresses.isEmpty { return addresses.map { $0.value.lowercased() } }
      folder = folder[..<slash]
    }
    return []
  }

  /// The highest number of folders in which to look for the settings of a profile.
  private static let depth = 6

  private static func settings(inProfile folder: String) -> [String: String] {
    guard let bytes = SettingsFile.read(folder + "/prefs.js") else { return [:] }
    var settings: [String: String] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let (name, value) = setting(String(decoding: line, as: UTF8.self)) else { continue }
      settings[name] = value
    }
    return settings
  }

  /// The name and the value of a line such as `user_pref("mail.server.server1.port", 993);`.
  private static func setting(_ line: String) -> (name: String, value: String)? {
    let start = "user_pref(\"mail."
    guard line.hasPrefix(start) else { return nil }
    let rest = line.dropFirst("user_pref(\"".count)
    guard let quote = rest.firstIndex(of: "\"") else { return nil }
    var value = rest[rest.index(after: quote)...].drop { $0 == "," || $0 == " " }
    guard let end = value.lastIndex(of: ")") else { return nil }
    value = value[..<end]
    guard value.first == "\"", value.last == "\"", value.count > 1 else {
      return (String(rest[..<quote]), String(value))
    }
    return (String(rest[..<quote]), unescaped(value.dropFirst().dropLast()))
  }

  /// Removes the escapes by which Thunderbird writes quotes, backslashes and line breaks.
  private static func unescaped(_ text: Substring) -> String {
    var plain = ""
    var isEscaped = false
    for character in text {
      if !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      plain.append(isEscaped && (character == "n" || character == "r") ? "\n" : character)
      isEscaped = false
    }
    return plain
  }
}

/// Thunderbird's list of profiles, `profiles.ini`.
enum ThunderbirdProfiles {
  struct Profile {
    var name: String
    var path: String
  }

  /// The profiles: first the default of each installation, then the list's default, then others.
  static func read(in folder: String) -> [Profile] {
    guard let file = KeyFile(folder + "/profiles.ini") else { return [] }
    var profiles: [(profile: Profile, isDefault: Bool)] = []
    // Since Thunderbird 67 each installation has its own default profile.
    var installed: Set<String> = []
    for group in file.groups {
      if group.hasPrefix("Install"), let path = file.value("Default", in: group) {
        installed.insert(path)
      }
      guard group.hasPrefix("Profile"), let path = file.value("Path", in: group) else { continue }
      let isRelative = file.value("IsRelative", in: group) != "0"
      profiles.append(
        (
          Profile(
            name: file.value("Name", in: group) ?? path,
            path: isRelative ? "\(folder)/\(path)" : path
          ),
          file.value("Default", in: group) == "1"
        )
      )
    }
    func rank(_ entry: (profile: Profile, isDefault: Bool)) -> Int {
      let isInstalled = installed.contains {
        $0 == entry.profile.path || "\(folder)/\($0)" == entry.profile.path
      }
      return isInstalled ? 0 : entry.isDefault ? 1 : 2
    }
    // A stable sort: profiles of equal rank keep the file's order.
    let ranked = [0, 1, 2].flatMap { wanted in profiles.filter { rank($0) == wanted } }
    return ranked.prefix(SettingsFile.mailboxes).map(\.profile)
  }
}
