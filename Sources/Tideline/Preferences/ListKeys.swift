/// The keys of how a list is pulled, at both of its ends.
struct PullKeys: KeyGroup {
  /// In px.
  let threshold = PreferenceKey(name: "pull-threshold", defaultValue: 100)
  let wheelPulls = PreferenceKey(name: "wheel-pulls", defaultValue: true)
  let wheelNotches = PreferenceKey(name: "wheel-notches", defaultValue: 3)

  /// The range that the library accepts.
  nonisolated static let thresholds = 24...400
  nonisolated static let notches = 2...10

  static let all = PullKeys()

  private init() {}

  var names: [String] { [threshold.name, wheelPulls.name, wheelNotches.name] }
}

/// The keys of the header's date of the last refresh.
struct LastUpdatedKeys: KeyGroup {
  let isShown = PreferenceKey(name: "header-shows-last-update", defaultValue: true)
  /// As `g_date_time_format` takes it; empty for words such as "5 minutes ago".
  let format = PreferenceKey(name: "header-date-format", defaultValue: "")

  static let all = LastUpdatedKeys()

  private init() {}

  var names: [String] { [isShown.name, format.name] }
}

/// The keys of how older conversations are loaded.
struct LoadKeys: KeyGroup {
  let mode = PreferenceKey(name: "load-mode", defaultValue: LoadChoice.pull)
  /// In heights of the list; used where they are loaded automatically.
  let prefetch = PreferenceKey(name: "load-prefetch", defaultValue: 1)
  /// In conversations.
  let pageSize = PreferenceKey(name: "page-size", defaultValue: 50)

  /// The range that the library accepts.
  nonisolated static let prefetches = 0...10
  /// Fewer would not fill a window, and more would take a noticeable time.
  nonisolated static let pageSizes = 10...500

  static let all = LoadKeys()

  private init() {}

  var names: [String] { [mode.name, prefetch.name, pageSize.name] }
}

extension Preferences {
  /// How many conversations a page holds.
  var pageSize: Int { self[LoadKeys.all.pageSize] }
}
