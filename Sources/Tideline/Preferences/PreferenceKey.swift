import TidelineGtk

/// The name and the default value of a preference.
struct PreferenceKey<Value: PreferenceValue> {
  let name: String
  let defaultValue: Value
}

/// A type of value that can be stored.
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

/// Keys that are shown together and reset together.
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

/// What loads older conversations.
enum LoadChoice: String, ChoiceValue {
  case pull, automatic
}
