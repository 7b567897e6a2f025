import FoundationEssentials
import SystemPackage

/// The accounts in a folder such as `~/Mail`, where programs that mirror mail from servers keep one
/// folder per account.
struct MailAccounts {
  struct Account {
    var path: FilePath
    var name: String
    var isEmpty: Bool
  }

  /// The accounts, in the order of their names.
  private(set) var folders: [Account] = []
  /// Whether all mail below the folder belongs to these accounts.
  private(set) var isAll = false

  /// - Parameters:
  ///   - found: every mail folder below `root`.
  ///   - root: the folder that contains the accounts.
  init(_ found: [FolderWalk.Found], in root: FilePath) {
    // A root that is a mail folder, or has an inbox, is itself an account: it contains no others.
    guard !found.contains(where: { $0.name.isEmpty || $0.name.count == 1 && $0.isInbox }) else {
      return
    }
    let tops = Dictionary(grouping: found) { $0.top(below: root) }
    for (top, folders) in tops {
      guard let top, Self.isAccount(folders, root.appending(top)) else { continue }
      self.folders.append(
        Account(
          path: root.appending(top),
          name: DiskName.decode(top),
          isEmpty: folders.allSatisfy(\.isEmpty)
        )
      )
    }
    folders.sort { $0.name < $1.name }
    isAll = !folders.isEmpty && folders.count == tops.count
  }

  /// Whether a folder is an account: it has an inbox in it, or is a Maildir with Maildir++ folders.
  private static func isAccount(_ folders: [FolderWalk.Found], _ path: FilePath) -> Bool {
    folders.contains { $0.name.count == 2 && $0.isInbox }
      || folders.contains { $0.path == path }
        && folders.contains { $0.path.bytes.starts(with: path.bytes + Array("/.".utf8)) }
  }
}

extension FolderWalk.Found {
  fileprivate var isInbox: Bool { name.last.map(FolderName.isInbox) ?? false }

  /// The path's first component below `root`; nil if a symbolic link led to a path elsewhere.
  fileprivate func top(below root: FilePath) -> [UInt8]? {
    guard path.bytes.starts(with: root.bytes + [0x2F]) else { return nil }
    return Array(path.bytes.dropFirst(root.bytes.count + 1).prefix { $0 != 0x2F })
  }
}

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
