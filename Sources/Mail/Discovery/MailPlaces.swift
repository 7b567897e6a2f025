import FoundationEssentials

/// The places where mail programs keep mail, the most likely ones first.
struct MailPlaces {
  var home = HomeFolder.path
  var config = HomeFolder.config
  var data = HomeFolder.data
  /// The environment; only `MAILDIR`, `MAIL`, `USER` and `LOGNAME` are used.
  var environment = ProcessInfo.processInfo.environment
  var spools = ["/var/mail", "/var/spool/mail"]

  var all: [MailPlace] {
    chosen + synchronised
      + ["Maildir", "Mail", "mail", ".mail"].map {
        MailPlace(path: "\(home)/\($0)", kind: .accounts)
      }
      + thunderbird + evolution + systemSpools
  }

  /// The paths in the variables `MAILDIR` and `MAIL`. A path in the system's spool is left out: it
  /// is a default value, and not the user's choice.
  private var chosen: [MailPlace] {
    ["MAILDIR", "MAIL"].compactMap { environment[$0] }
      .filter { path in !path.isEmpty && !spools.contains { path.hasPrefix($0 + "/") } }
      .map { MailPlace(path: expanded($0), kind: .accounts) }
  }

  private var synchronised: [MailPlace] {
    SyncSettings.files(home: home, config: config)
      .flatMap { SyncSettings.paths(in: $0) }.map { MailPlace(path: expanded($0), kind: .accounts) }
  }

  /// Thunderbird's profiles. Profiles of its Snap and Flatpak packages come last.
  var thunderbirdProfiles: [ThunderbirdProfiles.Profile] {
    let folders = [
      ".thunderbird", ".mozilla-thunderbird", "snap/thunderbird/common/.thunderbird",
      ".var/app/org.mozilla.Thunderbird/.thunderbird",
      ".var/app/org.mozilla.thunderbird/.thunderbird",
    ]
    return folders.flatMap { ThunderbirdProfiles.read(in: "\(home)/\($0)") }
  }

  private var thunderbird: [MailPlace] {
    let profiles = thunderbirdProfiles
    return profiles.map { profile in
      // A single profile needs no name.
      let title = profiles.count > 1 ? profile.name : nil
      return MailPlace(path: profile.path, kind: .thunderbird, title: title)
    }
  }

  private var evolution: [MailPlace] {
    [data, "\(home)/.var/app/org.gnome.Evolution/data"]
      .map { MailPlace(path: $0 + "/evolution/mail/local", kind: .evolution) }
  }

  /// The folders of Evolution's settings, which have one file for each account.
  var evolutionSources: [String] {
    [config, "\(home)/.var/app/org.gnome.Evolution/config"].map { $0 + "/evolution/sources" }
  }

  private var systemSpools: [MailPlace] {
    guard let user = environment["USER"] ?? environment["LOGNAME"], !user.isEmpty,
      !user.contains("/")
    else { return [] }
    return spools.map { MailPlace(path: "\($0)/\(user)", kind: .spool, title: user) }
  }

  private func expanded(_ path: String) -> String {
    if path == "~" { return home }
    if path.hasPrefix("~/") { return home + path.dropFirst() }
    return path.hasPrefix("/") ? path : "\(home)/\(path)"
  }
}

struct MailPlace {
  enum Kind {
    /// A mailbox in any format.
    case any
    /// A mailbox, or a folder with one folder per account.
    case accounts
    case thunderbird
    case evolution
    case spool
  }

  var path: String
  var kind = Kind.any
  /// A better name than the path's last component; nil if none is known.
  var title: String?
}
