import Mail
import PullToRefresh
import TidelineGtk
import TidelineLooks
import TidelineProgram

/// The keys of the GSettings schema. A page of the preferences resets the keys of one group.
enum PreferenceKey {
  static let whenRead = "when-read"
  /// Whether to notify of new mail, also while no window is open.
  static let tellsOfNewMail = "tell-of-new-mail"
  static let loadMode = "load-mode"
  /// How far ahead older conversations are loaded automatically, in heights of the list.
  static let prefetch = "load-prefetch"
  static let pageSize = "page-size"
  static let general = [whenRead, tellsOfNewMail, loadMode, prefetch, pageSize]

  /// The distance in px. A pull must reach it, and then be released, to refresh or load more.
  static let threshold = "pull-threshold"
  static let wheelPulls = "wheel-pulls"
  static let wheelNotches = "wheel-notches"
  static let pulling = [threshold, wheelPulls, wheelNotches]

  /// The command that fetches new mail before a refresh; empty for none.
  static let fetchCommand = "fetch-command"
  static let fetchInShell = "fetch-in-shell"
  /// The time limit of the command in seconds; 0 for none.
  static let fetchTimeLimit = "fetch-time-limit"
  static let fetching = [fetchCommand, fetchInShell, fetchTimeLimit]

  /// The reading pane's text size in percent; set by shortcuts and in the menu, but on no page.
  static let readingTextSize = "reading-text-size"

  static let all = general + RowKeys.all + pulling + fetching + [readingTextSize]
}

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

  func reset(_ keys: [String]) { changeTogether { for key in keys { settings.reset(key) } } }

  /// The stored values of some keys, as GVariant text; nil for a key that has its default value.
  func stored(_ keys: [String]) -> [String: String?] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0, settings.stored($0)) })
  }

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

/// Applies the preferences to the header and the footer of one list, now and after each change.
final class RowPreferences {
  private let preferences: Preferences
  private weak var controller: RefreshController?
  /// The list's key, and the store of its last refresh. The preferences replace the date format.
  var lastUpdated: LastUpdated? { didSet { apply() } }

  init(_ preferences: Preferences, of controller: RefreshController) {
    self.preferences = preferences
    self.controller = controller
    let keys = PreferenceKey.general + RowKeys.all + PreferenceKey.pulling
    preferences.observe(keys, for: self) { [weak self] _ in self?.apply() }
    apply()
  }

  private func apply() {
    guard let controller else { return }
    preferences.apply(to: controller, lastUpdated)
    var metrics = controller.metrics
    metrics.threshold = Double(preferences.number(PreferenceKey.threshold))
    metrics.wheelEnabled = preferences.isOn(PreferenceKey.wheelPulls)
    metrics.wheelNotches = preferences.number(PreferenceKey.wheelNotches)
    if metrics != controller.metrics { controller.metrics = metrics }
    let prefetch = Double(preferences.number(PreferenceKey.prefetch))
    let isAutomatic = preferences.text(PreferenceKey.loadMode) == "automatic"
    let loadMode = isAutomatic ? LoadMode.automatic(prefetch: prefetch) : .pull
    if loadMode != controller.loadMore.mode { controller.loadMore.mode = loadMode }
  }
}
