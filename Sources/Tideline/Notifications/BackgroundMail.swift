import FoundationEssentials
import TidelineGtk
import Mail
import TidelineProgram

/// Tells of new mail in the accounts and the recent mailboxes that no window shows, while the user
/// has switched that on: the program then goes on running without a window, and is started at
/// login.
final class BackgroundMail {
  private let application: Application
  private let preferences: Preferences
  private let memory: WindowMemory
  private let storePath: String?
  private let login: LoginStart
  private var mailboxes: [String: WatchedMailbox] = [:]
  private var isOn = false
  /// Asks the desktop.
  private var asking: Task<Void, Never>?

  /// - Parameter storePath: where conversations are remembered; nil for the default.
  init(
    _ application: Application,
    _ preferences: Preferences,
    _ memory: WindowMemory,
    storePath: String?,
    _ login: LoginStart
  ) {
    (self.application, self.preferences, self.memory) = (application, preferences, memory)
    (self.storePath, self.login) = (storePath, login)
  }

  /// Follows the preference, and the windows.
  ///
  /// - Parameter shown: the paths of the mailboxes that windows show, which tell of their mail
  ///   themselves.
  func update(shown: Set<String>) {
    let wasOn = isOn
    isOn = preferences[NewMailKeys.all.inBackground]
    if isOn != wasOn { switched() }
    let known = memory.remembered.accounts.map(\.path) + memory.remembered.recent.map(\.path)
    let wanted = isOn ? Set(known).subtracting(shown) : []
    for path in mailboxes.keys where !wanted.contains(path) {
      mailboxes.removeValue(forKey: path)?.stop()
    }
    for path in wanted where mailboxes[path] == nil {
      mailboxes[path] = WatchedMailbox(path, store: storePath, application)
    }
  }

  private func switched() {
    if isOn {
      application.hold()
      preferences.backgroundProblem = nil
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
        preferences[NewMailKeys.all.inBackground] = false
      }
    }
  }
}
