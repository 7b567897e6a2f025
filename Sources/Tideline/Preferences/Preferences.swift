import Mail
import TidelineGtk
import TidelineProgram

/// The user's preferences, stored in GSettings.
final class Preferences {
  let settings: KeptSettings
  private var observers: [Observer] = []
  private var warnings: Set<String> = []
  /// The keys changed so far within ``changeTogether(_:)``; nil outside it.
  private var changes: Set<String>?

  /// Why new mail is not told of without a window, although the user has asked for it; nil where it
  /// is, or nobody has.
  var backgroundProblem: String? {
    didSet { if backgroundProblem != oldValue { notify([PreferenceKey.tellsOfNewMail]) } }
  }

  private struct Observer {
    weak var owner: AnyObject?
    let keys: Set<String>
    let changed: (Set<String>) -> Void
  }

  /// Nil where the schema is not installed, or lacks a key, as that of another version may.
  ///
  /// - Parameter folder: where the schema is looked for first; by default beside the program.
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

  /// Another program may have stored a value that the schema does not allow.
  private func warnIfRefused(_ key: String) {
    guard let value = settings.refused(key) else { return }
    warnOnce("\(key): \(value) is not allowed here, so the default counts.")
  }

  /// Logs once by GLib that a value cannot be used.
  func warnOnce(_ sentence: String) {
    guard warnings.insert(sentence).inserted else { return }
    Diagnostics.warn(sentence)
  }

  /// Goes back to the defaults.
  func reset(_ keys: [String]) { changeTogether { for key in keys { settings.reset(key) } } }

  /// The stored values of some keys, as GVariant text; nil for a key with its default.
  func stored(_ keys: [String]) -> [String: String?] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0, settings.stored($0)) })
  }

  /// Stores it again.
  func store(_ values: [String: String?]) {
    changeTogether {
      for (key, value) in values {
        if let value { settings.store(value, for: key) } else { settings.reset(key) }
      }
    }
  }

  /// Makes several changes, of which the observers are notified once.
  func changeTogether(_ change: () -> Void) {
    changes = []
    change()
    let keys = changes ?? []
    changes = nil
    if !keys.isEmpty { notify(keys) }
  }

  /// Calls after each change of one of the keys, by this window or another program, for as long as
  /// the owner lives.
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
  /// The mark of a message that is read.
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
