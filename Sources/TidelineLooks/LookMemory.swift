import TidelineGtk

/// A look that is kept in memory, for a program without settings.
package final class LookMemory: LookStore {
  package let observers = KeyObservers()
  private var values: [String: String] = [:]

  package init() {}

  package func value(_ key: String) -> String {
    values[key] ?? (RowKeys.isSwitch(key) ? "true" : key.hasSuffix("-indicator") ? "arrow" : "")
  }

  package func set(_ value: String, for key: String) {
    values[key] = value
    observers.notify([key])
  }

  package func reset(_ keys: [String]) {
    for key in keys { values[key] = nil }
    observers.notify(Set(keys))
  }

  package func isWritable(_ key: String) -> Bool { true }
  package func warnOnce(_ sentence: String) { Diagnostics.warn(sentence) }
}
