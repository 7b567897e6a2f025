import TidelineGtk

/// The text size of the reading panes of all windows, stored in the preferences.
final class ReadingTextSize {
  static let (larger, smaller, normal) = ("larger-text", "smaller-text", "normal-text")

  private(set) lazy var actions: [SimpleAction] = [
    .named(Self.larger) { [weak self] in self?.change(by: Self.step) },
    .named(Self.smaller) { [weak self] in self?.change(by: -Self.step) },
    .named(Self.normal) { [weak self] in self?.preferences.reset([PreferenceKey.readingTextSize]) },
  ]
  private let preferences: Preferences
  private let provider = CssProvider("")

  /// The smallest and the largest size in percent, as in the schema.
  static let bounds = 50...200
  private static let step = 10

  init(_ preferences: Preferences) {
    self.preferences = preferences
    provider.addToDefaultDisplay(priority: .application)
    preferences.observe([PreferenceKey.readingTextSize], for: self) { [weak self] _ in
      self?.apply()
    }
    apply()
  }

  isolated deinit { provider.removeFromDefaultDisplay() }

  private var percent: Int { preferences.number(PreferenceKey.readingTextSize) }

  private func change(by step: Int) {
    let size = min(max(percent + step, Self.bounds.lowerBound), Self.bounds.upperBound)
    preferences.settings.set(size, for: PreferenceKey.readingTextSize)
  }

  private func apply() {
    provider.load(".reading .conversation-text { font-size: \(percent)%; }")
  }
}
