import Foundation
import Gtk

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

  private struct Observer {
    weak var owner: AnyObject?
    let changed: () -> Void
  }

  /// - Parameter folder: where the schema is looked for first; by default beside the program.
  init(schemasIn folder: String = InstalledData.folder("glib-2.0/schemas")) {
    settings = KeptSettings(AppInfo.id, in: folder)
    keptKeys = Set(settings?.keys ?? [])
    let missing = Set(RowKeys.header.names + RowKeys.footer.names).subtracting(keptKeys)
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
    settings?.onChange { [weak self] in self?.tellObservers() }
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

  /// Goes back to the defaults of one row.
  func reset(_ row: RowKeys) {
    for name in row.names {
      settings?.reset(name)
      unkept[name] = nil
    }
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

  private func tellObservers() {
    for observer in observers where observer.owner != nil { observer.changed() }
  }
}
