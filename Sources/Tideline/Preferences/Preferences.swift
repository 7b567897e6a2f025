import Mail
import TidelineGtk
import TidelineProgram

/// The user's preferences, stored in GSettings.
final class Preferences {
  let settings: KeptSettings
  private var observers: [Observer] = []
  private var warnings: Set<String> = []
  /// The keys changed so far during a call of ``changeTogether(_:)``; nil at other times.
  private var changes: Set<String>?

  /// The reason why the last attempt to switch on notifications of new mail has failed, so that the
  /// program has switched them off again; nil without such a failure.
  var backgroundProblem: String? {
    didSet { if backgroundProblem != oldValue { notify([PreferenceKey.tellsOfNewMail]) } }
  }

  private struct Observer {
    weak var owner: AnyObject?
    let keys: Set<String>
    let changed: (Set<String>) -> Void
  }

  /// Nil if the schema is not installed, or is of another version and lacks a key.
  ///
  /// - Parameter folder: the folder searched for the schema first; by default beside the program.
  init?(schemasIn folder: String = InstalledData.folder("glib-2.0/schemas")) {
    guard let settings = KeptSettings(AppInfo.id, in: folder),
      Set(PreferenceKey.all).isSubset(of: settings.keys)
    else { return nil }
    self.settings = settings
    settings.onChange(of: PreferenceKey.all) { [weak self] in self?.noteChange(of: $0) }
    for key in PreferenceKey.all { warnIfRefused(key) }
  }

  func text(_ key: String) -> String { settings.string(key) ?? "" }
  func number(_ key: String) -> Int { settings.number(key) ?? 0 }
  func isOn(_ key: String) -> Bool { settings.bool(key) ?? false }

  private func noteChange(of key: String) {
    warnIfRefused(key)
    if changes?.insert(key) == nil { notify([key]) }
  }

  /// Warns of a value that the schema does not allow, which another program may have stored.
  private func warnIfRefused(_ key: String) {
    guard let value = settings.refused(key) else { return }
    warnOnce("\(key): \(value) is not allowed here, so the default counts.")
  }

  /// Logs a warning through GLib, unless the same sentence was logged before.
  func warnOnce(_ sentence: String) {
    guard warnings.insert(sentence).inserted else { return }
    Diagnostics.warn(sentence)
  }

  /// Resets keys to their defaults.
  func reset(_ keys: [String]) { changeTogether { for key in keys { settings.reset(key) } } }

  /// The stored values of some keys, as GVariant text; nil for a key that has its default value.
  func stored(_ keys: [String]) -> [String: String?] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0, settings.stored($0)) })
  }

  /// Stores values that ``stored(_:)`` has returned.
  func store(_ values: [String: String?]) {
    changeTogether {
      for (key, value) in values {
        if let value { settings.store(value, for: key) } else { settings.reset(key) }
      }
    }
  }

  /// Makes several changes, and notifies the observers once.
  func changeTogether(_ change: () -> Void) {
    changes = []
    change()
    let keys = changes ?? []
    changes = nil
    if !keys.isEmpty { notify(keys) }
  }

  /// Calls `changed` after each change of one of the keys, by this program or another one, as long
  /// as the owner lives. Passes all keys that were changed together, also those not observed.
  func observe(_ keys: [String], for owner: AnyObject, _ changed: @escaping (Set<String>) -> Void) {
    observers.removeAll { $0.owner == nil }
    observers.append(Observer(owner: owner, keys: Set(keys), changed: changed))
  }

  private func notify(_ keys: Set<String>) {
    for observer in observers where observer.owner != nil && !observer.keys.isDisjoint(with: keys) {
      observer.changed(keys)
    }
  }
}

extension Preferences {
  /// The user's choice for messages that are read; nil if the stored value is unknown.
  var whenRead: ReadChoice? { ReadChoice(rawValue: text(PreferenceKey.whenRead)) }

  /// The number of conversations on a page.
  var pageSize: Int { number(PreferenceKey.pageSize) }

  /// The command to run before a refresh; nil for none.
  var fetchCommand: FetchCommand? {
    FetchCommand(
      text(PreferenceKey.fetchCommand),
      usesShell: isOn(PreferenceKey.fetchInShell),
      timeLimit: .seconds(number(PreferenceKey.fetchTimeLimit))
    )
  }
}
