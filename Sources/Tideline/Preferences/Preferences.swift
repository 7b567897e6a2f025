import Mail
import PullToRefresh
import TidelineGtk
import TidelineLooks
import TidelineProgram

/// The user's preferences, stored in GSettings.
final class Preferences {
  let settings: KeptSettings
  let observers = KeyObservers()
  private var warnings: Set<String> = []

  /// The reason why the last attempt to switch on notifications of new mail has failed, so that the
  /// program has switched them off again; nil without such a failure.
  var backgroundProblem: String? {
    didSet { if backgroundProblem != oldValue { observers.notify([PreferenceKey.tellsOfNewMail]) } }
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
    observers.notify([key])
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

extension Preferences: LookStore {
  /// Switches are stored as Booleans.
  func value(_ key: String) -> String { settings.bool(key).map { "\($0)" } ?? text(key) }

  func set(_ value: String, for key: String) {
    if !settings.set(value, for: key) { settings.set(value == "true", for: key) }
  }

  func isWritable(_ key: String) -> Bool { settings.isWritable(key) }

  /// The footer has its own title for the end of the list.
  func defaultRow(_ keys: RowKeys) -> RowConfiguration {
    var row = keys.isOfHeader ? RowConfiguration.refresh : .loadMore
    if !keys.isOfHeader { row.titles.exhausted = tr("No more conversations") }
    return row
  }
}
