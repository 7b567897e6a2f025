import Mail

/// The keys of the command that fetches new mail before a refresh.
struct FetchKeys: KeyGroup {
  /// Empty for none.
  let command = PreferenceKey(name: "fetch-command", defaultValue: "")
  let inShell = PreferenceKey(name: "fetch-in-shell", defaultValue: false)
  /// In seconds; 0 for none.
  let timeLimit = PreferenceKey(
    name: "fetch-time-limit",
    defaultValue: Int(FetchCommand.defaultTimeLimit.components.seconds)
  )

  static let all = FetchKeys()

  private init() {}

  var names: [String] { [command.name, inShell.name, timeLimit.name] }
}

extension Preferences {
  /// The command to run before a refresh; nil for none.
  var fetchCommand: FetchCommand? {
    FetchCommand(
      self[FetchKeys.all.command],
      usesShell: self[FetchKeys.all.inShell],
      timeLimit: .seconds(self[FetchKeys.all.timeLimit])
    )
  }
}
