/// The keys of how a list is pulled, at both of its ends.
struct PullKeys: KeyGroup {
  /// In px.
  let threshold = PreferenceKey(name: "pull-threshold", usual: 100)
  let wheelPulls = PreferenceKey(name: "wheel-pulls", usual: true)
  let wheelNotches = PreferenceKey(name: "wheel-notches", usual: 3)

  /// As far as the library takes them.
  nonisolated static let thresholds = 24...400
  nonisolated static let notches = 2...10

  static let all = PullKeys()

  private init() {}

  var names: [String] { [threshold.name, wheelPulls.name, wheelNotches.name] }
}

/// The keys of how the header says when the list was last refreshed.
struct LastUpdatedKeys: KeyGroup {
  let isShown = PreferenceKey(name: "header-shows-last-update", usual: true)
  /// As `g_date_time_format` takes it; empty for words such as "5 minutes ago".
  let format = PreferenceKey(name: "header-date-format", usual: "")

  static let all = LastUpdatedKeys()

  private init() {}

  var names: [String] { [isShown.name, format.name] }
}

/// The keys of how older conversations are loaded.
struct LoadKeys: KeyGroup {
  let mode = PreferenceKey(name: "load-mode", usual: LoadChoice.pull)
  /// In heights of the list; counts where they are loaded automatically.
  let prefetch = PreferenceKey(name: "load-prefetch", usual: 1)
  /// In conversations.
  let pageSize = PreferenceKey(name: "page-size", usual: 50)

  /// As far as the library takes it.
  nonisolated static let prefetches = 0...10
  /// Fewer would not fill a window, and more are seen to take their time.
  nonisolated static let pageSizes = 10...500

  static let all = LoadKeys()

  private init() {}

  var names: [String] { [mode.name, prefetch.name, pageSize.name] }
}

extension Preferences {
  /// How many conversations a page holds.
  var pageSize: Int { self[LoadKeys.all.pageSize] }
}
