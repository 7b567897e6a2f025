import PullToRefresh
import TidelineLooks

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
