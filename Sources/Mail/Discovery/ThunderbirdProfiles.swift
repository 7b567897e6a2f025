/// Thunderbird's list of profiles, `profiles.ini`.
enum ThunderbirdProfiles {
  struct Profile {
    var name: String
    var path: String
  }

  /// The profiles; the one that Thunderbird opens by default comes first.
  static func read(in folder: String) -> [Profile] {
    guard let file = KeyFile(folder + "/profiles.ini") else { return [] }
    var profiles: [(profile: Profile, isDefault: Bool)] = []
    // Since version 67 each installation has its own default.
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
