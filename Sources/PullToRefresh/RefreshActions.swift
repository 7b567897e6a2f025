import PullToRefreshGtk
import RefreshCore

/// Refresh and Load more as actions: for keys, buttons, menus and D-Bus alike.
///
/// The container has them as `pull-to-refresh.refresh` and so on; an application may also add them
/// to its window's actions.
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

    /// The name with the group's prefix, as buttons use it.
    var detailed: String { "\(Self.group).\(rawValue)" }
  }

  let refresh: SimpleAction
  let loadMore: SimpleAction
  let showNew: SimpleAction
  private let cancelRefresh: SimpleAction
  private let cancelLoadMore: SimpleAction
  private let cancel: SimpleAction
  // In a window with several lists, the focused one gets a key, even while it refreshes. If
  // none has the focus, a list that can carry the command out gets it.
  private let escape = ActionKeys(["Escape"], Name.cancel.detailed)
  private let wideEscape = ActionKeys(["Escape"], Name.cancel.detailed, isWindowWide: true)
  private let keys = ActionKeys(["F5", "<Control>r"], Name.refresh.detailed)
  private let wideKeys = ActionKeys(
    ["F5", "<Control>r"],
    Name.refresh.detailed,
    isWindowWide: true
  )
  private var container: Unowned<Widget>?

  /// - Parameters:
  ///   - perform: receives the event that an activated action requests.
  ///   - showNewRows: scrolls to rows that have arrived.
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
    showNew = .named(Name.showNew.rawValue, activate: showNewRows)
    showNew.isEnabled = false
  }

  /// Adds the actions and their keys to the container: F5, Ctrl+R, and Esc while a run is under
  /// way.
  func install(on container: Widget) {
    self.container = Unowned(container)
    let group = SimpleActionGroup()
    let all = [refresh, loadMore, cancelRefresh, cancelLoadMore, cancel, showNew]
    for action in all { group.add(action) }
    container.insert(group, prefix: Name.group)
  }

  /// Leaves the keys to others, because the container will go.
  func uninstall() {
    container = nil
    for keys in [escape, wideEscape, keys, wideKeys] { keys.release() }
  }

  /// Enables the actions that these states allow.
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
    guard let container = container?.object else { return }
    for escape in [escape, wideEscape] { escape.setTaken(cancel.isEnabled, on: container) }
    keys.setTaken(header != .disabled, on: container)
    wideKeys.setTaken(refresh.isEnabled, on: container)
  }
}
