import Gtk
import TidelineProgram

/// What the user has chosen, kept in GSettings; where the schema is not installed, only for as long
/// as the program runs.
final class Preferences {
  /// Why a choice will not be kept, and what to do; nil where all of them are.
  let problem: String?

  private let settings: KeptSettings?
  private let keptKeys: Set<String>
  /// What cannot be kept.
  private var unkept: [String: any PreferenceValue] = [:]
  private var observers: [Observer] = []
  private var complaints: Set<String> = []
  /// Whether more changes follow at once; the observers are told after the last.
  private var isChangingMany = false

  /// All that can be chosen.
  static let groups: [any KeyGroup] = [
    RowKeys.header, LastUpdatedKeys.all, RowKeys.footer, LoadKeys.all, PullKeys.all, FetchKeys.all,
  ]

  private struct Observer {
    weak var owner: AnyObject?
    let changed: () -> Void
  }

  /// - Parameter folder: where the schema is looked for first; by default beside the program.
  init(schemasIn folder: String = InstalledData.folder("glib-2.0/schemas")) {
    settings = KeptSettings(AppInfo.id, in: folder)
    keptKeys = Set(settings?.keys ?? [])
    let missing = Set(Self.groups.flatMap(\.names)).subtracting(keptKeys)
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
    complainOfRefused()
  }

  private func settingsChanged() {
    guard !isChangingMany else { return }
    complainOfRefused()
    tellObservers()
  }

  /// What somebody has written by other means against the schema's rules.
  private func complainOfRefused() {
    guard let settings else { return }
    for name in keptKeys {
      guard let value = settings.refused(name) else { continue }
      complain("\(name): \(value) is not allowed here, so the default counts.")
    }
  }

  subscript<Value>(key: PreferenceKey<Value>) -> Value {
    get {
      settings.flatMap { Value.read(key.name, from: $0) } ?? unkept[key.name] as? Value ?? key.usual
    }
    set {
      guard newValue != self[key] else { return }
      if let settings, keptKeys.contains(key.name) {
        // A choice that was not taken is seen to go back.
        if !newValue.write(key.name, to: settings) { tellObservers() }
      } else {
        unkept[key.name] = newValue
        tellObservers()
      }
    }
  }

  /// Whether the user may choose; an administrator can lock a key.
  func isWritable(_ name: String) -> Bool {
    guard let settings, keptKeys.contains(name) else { return true }
    return settings.isWritable(name)
  }

  /// What was chosen for some keys; those that follow the defaults are left out.
  struct Chosen {
    fileprivate var kept: [(name: String, value: String)] = []
    fileprivate var unkept: [String: any PreferenceValue] = [:]
    fileprivate var names: [String] = []
  }

  /// What is chosen now, to be chosen again later.
  func chosen(_ keys: [any KeyGroup]) -> Chosen {
    var chosen = Chosen(names: keys.flatMap(\.names))
    chosen.unkept = unkept.filter { chosen.names.contains($0.key) }
    chosen.kept = chosen.names.compactMap { name in
      settings?.stored(name).map { (name, $0) }
    }
    return chosen
  }

  /// Chooses what was chosen then.
  func choose(_ chosen: Chosen) {
    changeMany {
      forget(chosen.names)
      unkept.merge(chosen.unkept) { $1 }
      for (name, value) in chosen.kept { settings?.store(value, for: name) }
    }
  }

  /// Goes back to the defaults.
  func reset(_ keys: [any KeyGroup]) {
    changeMany { forget(keys.flatMap(\.names)) }
  }

  private func forget(_ names: [String]) {
    for name in names {
      settings?.reset(name)
      unkept[name] = nil
    }
  }

  private func changeMany(_ changes: () -> Void) {
    isChangingMany = true
    changes()
    isChangingMany = false
    tellObservers()
  }

  /// Calls after each change, by this window, another one or another program, for as long as the
  /// owner lives.
  func observe(_ owner: AnyObject, _ changed: @escaping () -> Void) {
    observers.removeAll { $0.owner == nil }
    observers.append(Observer(owner: owner, changed: changed))
  }

  /// Says once that a value cannot be used, in GLib's log.
  func complain(_ sentence: String) {
    guard complaints.insert(sentence).inserted else { return }
    Diagnostics.warn(sentence)
  }

  /// To be called after a change of what the rows of the window follow besides.
  func tellObservers() {
    for observer in observers where observer.owner != nil { observer.changed() }
  }
}
