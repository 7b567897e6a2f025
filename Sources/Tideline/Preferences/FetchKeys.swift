import Mail

/// The keys of the command that fetches new mail before a refresh.
struct FetchKeys: KeyGroup {
  /// Empty for none.
  let command = PreferenceKey(name: "fetch-command", usual: "")
  let inShell = PreferenceKey(name: "fetch-in-shell", usual: false)
  /// In seconds; 0 for none.
  let timeLimit = PreferenceKey(
    name: "fetch-time-limit",
    usual: Int(FetchCommand.defaultTimeLimit.components.seconds)
  )

  static let all = FetchKeys()

  private init() {}

  var names: [String] { [command.name, inShell.name, timeLimit.name] }
}

extension Preferences {
  /// What is to be run before a refresh; nil for nothing.
  var fetchCommand: FetchCommand? {
    FetchCommand(
      self[FetchKeys.all.command],
      usesShell: self[FetchKeys.all.inShell],
      timeLimit: .seconds(self[FetchKeys.all.timeLimit])
    )
  }
}
