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
  // Of several lists in a window, a key goes to the one with the focus, even while that refreshes;
  // if none has it, to one that can do what the key says.
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
  }

  /// Leaves the keys to others: the container is about to go.
  func uninstall() {
    container = nil
    for keys in [escape, wideEscape, keys, wideKeys] { keys.release() }
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
    guard let container = container?.object else { return }
    for escape in [escape, wideEscape] { escape.setTaken(cancel.isEnabled, on: container) }
    keys.setTaken(header != .disabled, on: container)
    wideKeys.setTaken(refresh.isEnabled, on: container)
  }
}
