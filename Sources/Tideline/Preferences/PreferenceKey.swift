import Gtk

/// The name under which a choice is kept, and what counts where nothing is.
struct PreferenceKey<Value: PreferenceValue> {
  let name: String
  let usual: Value
}

/// A kind of choice that can be kept.
protocol PreferenceValue: Equatable, Sendable {
  static func read(_ key: String, from settings: KeptSettings) -> Self?
  func write(_ key: String, to settings: KeptSettings) -> Bool
}

extension String: PreferenceValue {
  static func read(_ key: String, from settings: KeptSettings) -> String? { settings.string(key) }
  func write(_ key: String, to settings: KeptSettings) -> Bool { settings.set(self, for: key) }
}

extension Bool: PreferenceValue {
  static func read(_ key: String, from settings: KeptSettings) -> Bool? { settings.bool(key) }
  func write(_ key: String, to settings: KeptSettings) -> Bool { settings.set(self, for: key) }
}

/// The style of a row's indicator, by the name that the schema gives it.
enum IndicatorChoice: String, CaseIterable, PreferenceValue {
  case spinner, arrow, ring, picture, none

  static func read(_ key: String, from settings: KeptSettings) -> IndicatorChoice? {
    settings.string(key).flatMap(IndicatorChoice.init)
  }

  func write(_ key: String, to settings: KeptSettings) -> Bool { settings.set(rawValue, for: key) }
}
