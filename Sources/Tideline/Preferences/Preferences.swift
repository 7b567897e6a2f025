import TidelineGtk
import TidelineProgram

/// The user's preferences, stored in GSettings; where the schema is not installed, in memory until
/// the program ends.
final class Preferences {
  /// Why some preferences are not stored, and what to do; nil where all of them are.
  let problem: String?

  private let settings: KeptSettings?
  private let schemaKeys: Set<String>
  /// Values of keys that the schema does not have.
  private var unsaved: [String: any PreferenceValue] = [:]
  private var observers: [Observer] = []
  private var warnings: Set<String> = []
  /// Whether more changes follow at once; the observers are notified after the last.
  private var isChangingMany = false

  /// Why new mail is not told of without a window, although the user has asked for it; nil where it
  /// is, or nobody has.
  var backgroundProblem: String? {
    didSet { if backgroundProblem != oldValue { notifyObservers() } }
  }

  /// All preferences.
  static let groups: [any KeyGroup] = [
    RowKeys.header, LastUpdatedKeys.all, RowKeys.footer, LoadKeys.all, PullKeys.all, FetchKeys.all,
    NewMailKeys.all, MarkKeys.all,
  ]

  private struct Observer {
    weak var owner: AnyObject?
    let changed: () -> Void
  }

  /// - Parameter folder: where the schema is looked for first; by default beside the program.
  init(schemasIn folder: String = InstalledData.folder("glib-2.0/schemas")) {
    settings = KeptSettings(AppInfo.id, in: folder)
    schemaKeys = Set(settings?.keys ?? [])
    let missing = Set(Self.groups.flatMap(\.names)).subtracting(schemaKeys)
    if settings == nil {
      problem = tr(
        "Changes last until Tideline is closed, since its settings schema is not installed. "
          + "Install Tideline again to keep them."
      )
    } else if !missing.isEmpty {
      problem = tr(
        "Some changes last until Tideline is closed, since the settings schema of another version "
          + "is installed. Install Tideline again to keep them."
      )
    } else {
      problem = nil
    }
    settings?.onChange { [weak self] in self?.settingsChanged() }
    warnAboutInvalidValues()
  }

  private func settingsChanged() {
    guard !isChangingMany else { return }
    warnAboutInvalidValues()
    notifyObservers()
  }

  /// Values that another program has stored and the schema does not allow.
  private func warnAboutInvalidValues() {
    guard let settings else { return }
    for name in schemaKeys {
      guard let value = settings.refused(name) else { continue }
      warnOnce("\(name): \(value) is not allowed here, so the default counts.")
    }
  }

  subscript<Value>(key: PreferenceKey<Value>) -> Value {
    get {
      settings.flatMap { Value.read(key.name, from: $0) } ?? unsaved[key.name] as? Value
        ?? key.defaultValue
    }
    set {
      guard newValue != self[key] else { return }
      if let settings, schemaKeys.contains(key.name) {
        // Where the value is not stored, the rows show the old one again.
        if !newValue.write(key.name, to: settings) { notifyObservers() }
      } else {
        unsaved[key.name] = newValue
        notifyObservers()
      }
    }
  }

  /// Whether the user may choose; an administrator can lock a key.
  func isWritable(_ name: String) -> Bool {
    guard let settings, schemaKeys.contains(name) else { return true }
    return settings.isWritable(name)
  }

  /// The values of some keys; those with their defaults are left out.
  struct Chosen {
    fileprivate var stored: [(name: String, value: String)] = []
    fileprivate var unsaved: [String: any PreferenceValue] = [:]
    fileprivate var names: [String] = []
  }

  /// The present values, to be restored later.
  func chosen(_ keys: [any KeyGroup]) -> Chosen {
    var chosen = Chosen(names: keys.flatMap(\.names))
    chosen.unsaved = unsaved.filter { chosen.names.contains($0.key) }
    chosen.stored = chosen.names.compactMap { name in
      settings?.stored(name).map { (name, $0) }
    }
    return chosen
  }

  /// Restores those values.
  func choose(_ chosen: Chosen) {
    changeMany {
      forget(chosen.names)
      unsaved.merge(chosen.unsaved) { $1 }
      for (name, value) in chosen.stored { settings?.store(value, for: name) }
    }
  }

  /// Goes back to the defaults.
  func reset(_ keys: [any KeyGroup]) {
    changeMany { forget(keys.flatMap(\.names)) }
  }

  private func forget(_ names: [String]) {
    for name in names {
      settings?.reset(name)
      unsaved[name] = nil
    }
  }

  private func changeMany(_ changes: () -> Void) {
    isChangingMany = true
    changes()
    isChangingMany = false
    notifyObservers()
  }

  /// Calls after each change, by this window, another one or another program, for as long as the
  /// owner lives.
  func observe(_ owner: AnyObject, _ changed: @escaping () -> Void) {
    observers.removeAll { $0.owner == nil }
    observers.append(Observer(owner: owner, changed: changed))
  }

  /// Logs once by GLib that a value cannot be used.
  func warnOnce(_ sentence: String) {
    guard warnings.insert(sentence).inserted else { return }
    Diagnostics.warn(sentence)
  }

  /// To be called after other changes that the rows of the window depend on.
  func notifyObservers() {
    for observer in observers where observer.owner != nil { observer.changed() }
  }
}
