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

extension Int: PreferenceValue {
  static func read(_ key: String, from settings: KeptSettings) -> Int? { settings.number(key) }
  func write(_ key: String, to settings: KeptSettings) -> Bool { settings.set(self, for: key) }
}

/// Keys that are asked for together, and go back to their defaults together.
protocol KeyGroup {
  /// The names of all of them.
  var names: [String] { get }
}

/// A choice among a few, each by the name that the schema gives it.
protocol ChoiceValue: PreferenceValue, CaseIterable, RawRepresentable<String> {}

extension ChoiceValue {
  static func read(_ key: String, from settings: KeptSettings) -> Self? {
    settings.string(key).flatMap(Self.init)
  }

  func write(_ key: String, to settings: KeptSettings) -> Bool { settings.set(rawValue, for: key) }
}

/// The style of a row's indicator.
enum IndicatorChoice: String, ChoiceValue {
  case spinner, arrow, ring, picture, none
}

/// Who asks for older conversations.
enum LoadChoice: String, ChoiceValue {
  case pull, automatic
}
