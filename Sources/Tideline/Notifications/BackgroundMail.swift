import FoundationEssentials
import TidelineGtk
import Mail

/// Notifies of new mail in the accounts and the recent mailboxes that no window shows. While the
/// user has this switched on, the program is started at login, and keeps running without a window.
final class BackgroundMail {
  private let application: Application
  private let preferences: Preferences
  private let memory: WindowMemory
  private let accounts: OpenAccounts
  private let login: LoginStart
  private var mailboxes: [String: WatchedMailbox] = [:]
  private var isOn = false
  private var hasEnded = false
  /// The paths of the mailboxes that windows show.
  private var shown: Set<String> = []
  /// The request to the desktop to start the program at login, or to stop doing so.
  private var asking: Task<Void, Never>?

  /// - Parameter accounts: the sidebar's accounts, whose pool shares mailboxes with the windows.
  init(
    _ application: Application,
    _ preferences: Preferences,
    _ memory: WindowMemory,
    _ accounts: OpenAccounts,
    _ login: LoginStart
  ) {
    (self.application, self.preferences, self.memory) = (application, preferences, memory)
    (self.accounts, self.login) = (accounts, login)
    accounts.listen(
      for: self,
      drop: { [weak self] in self?.drop($0) },
      change: { [weak self] in self?.watch() }
    )
  }

  /// Starts or stops watching, as the preference and the shown mailboxes require.
  ///
  /// - Parameter shown: the paths of the mailboxes that windows show. Windows notify of their mail
  ///   themselves.
  func update(shown: Set<String>) {
    guard !hasEnded else { return }
    self.shown = shown
    let wasOn = isOn
    isOn = preferences.isOn(PreferenceKey.tellsOfNewMail)
    if isOn != wasOn { switched() }
    watch()
  }

  /// Stops watching for good, and releases the hold that keeps the program running.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    for path in mailboxes.keys { stop(path) }
    if isOn { application.release() }
  }

  /// Starts and stops watching, so that exactly the wanted mailboxes are watched.
  private func watch() {
    guard !hasEnded else { return }
    let known = accounts.accounts.map(\.path) + memory.remembered.recent.map(\.path)
    let wanted = isOn ? Set(known).subtracting(shown) : []
    for path in mailboxes.keys where !wanted.contains(path) { stop(path) }
    for path in wanted where mailboxes[path] == nil {
      mailboxes[path] = WatchedMailbox(path, accounts.pool, application, preferences)
    }
  }

  private func stop(_ path: String) { mailboxes.removeValue(forKey: path)?.stop() }

  /// Stops watching a removed account: reading it again would create its store again.
  private func drop(_ path: String) {
    stop(path)
    watch()
  }

  private func switched() {
    if isOn {
      application.hold()
      preferences.backgroundProblem = nil
      accounts.update()
      accounts.watchList(makesFolder: true)
    } else {
      application.release()
    }
    asking = Task { [isOn, login, preferences, before = asking] in
      await before?.value
      do throws(LoginStartFailure) {
        try await login.set(isOn)
      } catch {
        guard isOn else { return }
        preferences.backgroundProblem = error.sentence
        preferences.settings.set(false, for: PreferenceKey.tellsOfNewMail)
      }
    }
  }
}
