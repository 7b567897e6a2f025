import TidelineLooks

/// The keys of the GSettings schema. A page of the preferences resets the keys of one group.
enum PreferenceKey {
  static let whenRead = "when-read"
  /// Whether to notify of new mail, also while no window is open.
  static let tellsOfNewMail = "tell-of-new-mail"
  static let loadMode = "load-mode"
  /// How far ahead older conversations are loaded automatically, in heights of the list.
  static let prefetch = "load-prefetch"
  /// The number of conversations on a page.
  static let pageSize = "page-size"
  static let general = [whenRead, tellsOfNewMail, loadMode, prefetch, pageSize]

  /// The distance in px. A pull must reach it, and then be released, to refresh or load more.
  static let threshold = "pull-threshold"
  static let wheelPulls = "wheel-pulls"
  static let wheelNotches = "wheel-notches"
  static let pulling = [threshold, wheelPulls, wheelNotches]

  /// The command that fetches new mail before a refresh; empty for none.
  static let fetchCommand = "fetch-command"
  static let fetchInShell = "fetch-in-shell"
  /// The time limit of the command in seconds; 0 for none.
  static let fetchTimeLimit = "fetch-time-limit"
  static let fetching = [fetchCommand, fetchInShell, fetchTimeLimit]

  /// The reading pane's text size in percent; set by shortcuts and in the menu, but on no page.
  static let readingTextSize = "reading-text-size"

  static let all = general + RowKeys.all + pulling + fetching + [readingTextSize]
}
