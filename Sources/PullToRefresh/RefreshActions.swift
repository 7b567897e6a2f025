import PullToRefreshGtk
import RefreshCore

/// Refresh and Load more as actions: for keys, buttons, menus and D-Bus alike.
///
/// They stand on the container as `pull-to-refresh.refresh` and so on; an application may add the
/// same actions to its window's map.
final class RefreshActions {
  enum Name: String, CaseIterable {
    case refresh
    case loadMore = "load-more"
    case cancelRefresh = "cancel-refresh"
    case cancelLoadMore = "cancel-load-more"
    /// Cancels the refresh or the load, whichever runs.
    case cancel
    case showNew = "show-new"

    static let group = "pull-to-refresh"

    /// With the group's prefix, as buttons name it.
    var detailed: String { "\(Self.group).\(rawValue)" }
  }

  let refresh: SimpleAction
  let loadMore: SimpleAction
  let showNew: SimpleAction
  private let cancelRefresh: SimpleAction
  private let cancelLoadMore: SimpleAction
  private let cancel: SimpleAction
  /// Of several lists in a window, a key goes to the one with the focus; if none has it, to any.
  private let escape = [ShortcutController.whereFocused(), .windowWide()]
  private let focusedKeys = ShortcutController.whereFocused()
  private var container: Unowned<Widget>?
  private var hasEscape = false
  private var hasFocusedKeys = false

  /// - Parameters:
  ///   - perform: is given what an activated action asks for.
  ///   - showNewRows: goes up to rows that have arrived.
  init(
    perform: @escaping (RefreshCoordinator.Event) -> Void,
    showNewRows: @escaping () -> Void
  ) {
    refresh = .named(Name.refresh.rawValue) { perform(.begin(.refresh, .command)) }
    loadMore = .named(Name.loadMore.rawValue) { perform(.begin(.loadMore, .command)) }
    cancelRefresh = .named(Name.cancelRefresh.rawValue) { perform(.cancel(.refresh)) }
    cancelLoadMore = .named(Name.cancelLoadMore.rawValue) { perform(.cancel(.loadMore)) }
    cancel = .named(Name.cancel.rawValue) { [cancelRefresh] in
      perform(.cancel(cancelRefresh.isEnabled ? .refresh : .loadMore))
    }
    for keys in escape { keys.bind("Escape", toAction: Name.cancel.detailed) }
    showNew = .named(Name.showNew.rawValue, activate: showNewRows)
    showNew.isEnabled = false
  }

  /// Puts the actions and their keys on the container: F5, Ctrl+R, and Esc while something runs.
  func install(on container: Widget) {
    self.container = Unowned(container)
    let group = SimpleActionGroup()
    let all = [refresh, loadMore, cancelRefresh, cancelLoadMore, cancel, showNew]
    for action in all { group.add(action) }
    container.insert(group, prefix: Name.group)
    let keys = ShortcutController.windowWide()
    for key in ["F5", "<Control>r"] {
      keys.bind(key, toAction: Name.refresh.detailed)
      focusedKeys.bind(key, toAction: Name.refresh.detailed)
    }
    container.add(keys)
  }

  /// Enables what can be asked for in these states.
  func update(header: RefreshMachine.State, footer: LoadMoreMachine.State) {
    let isRefreshing = if case .running = header { true } else { false }
    refresh.isEnabled = !isRefreshing && header != .disabled
    cancelRefresh.isEnabled = isRefreshing
    (loadMore.isEnabled, cancelLoadMore.isEnabled) =
      switch footer {
      case .idle, .failed: (true, false)
      case .running, .waitingForRefresh: (false, true)
      case .disabled, .exhausted: (false, false)
      }
    cancel.isEnabled = cancelRefresh.isEnabled || cancelLoadMore.isEnabled
    takeEscape(cancel.isEnabled)
    takeFocusedKeys(header != .disabled)
  }

  /// GTK takes a key as handled even if its action is disabled, and others need Esc, too.
  private func takeEscape(_ takes: Bool) {
    guard takes != hasEscape, let container = container?.object else { return }
    hasEscape = takes
    for keys in escape {
      if takes { container.add(keys) } else { container.remove(keys) }
    }
  }

  /// A list that cannot be refreshed does not take the keys, also while it has the focus.
  private func takeFocusedKeys(_ takes: Bool) {
    guard takes != hasFocusedKeys, let container = container?.object else { return }
    hasFocusedKeys = takes
    if takes { container.add(focusedKeys) } else { container.remove(focusedKeys) }
  }
}
