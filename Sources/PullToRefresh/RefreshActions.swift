import Gtk
import RefreshCore

/// Refresh and Load more as actions: for keys, buttons, menus and D-Bus alike.
///
/// They stand on the container as `pull-to-refresh.refresh` and so on; an application may add the
/// same actions to its window's map.
final class RefreshActions {
  enum Name: String {
    case refresh
    case loadMore = "load-more"
    case cancelRefresh = "cancel-refresh"
    case cancelLoadMore = "cancel-load-more"
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

  /// - Parameters:
  ///   - perform: is given what an activated action asks for.
  ///   - showNewRows: goes up to rows that have arrived.
  init(
    perform: @escaping (RefreshCoordinator.Event) -> Void,
    showNewRows: @escaping () -> Void
  ) {
    refresh = .named(Name.refresh.rawValue) { perform(.refresh(.command)) }
    loadMore = .named(Name.loadMore.rawValue) { perform(.loadMore(.command)) }
    cancelRefresh = .named(Name.cancelRefresh.rawValue) { perform(.cancelRefresh) }
    cancelLoadMore = .named(Name.cancelLoadMore.rawValue) { perform(.cancelLoadMore) }
    showNew = .named(Name.showNew.rawValue, activate: showNewRows)
    showNew.isEnabled = false
  }

  /// Puts the actions and their keys on the container: F5, Ctrl+R, and Esc for whatever runs.
  func install(on container: Overlay) {
    let group = SimpleActionGroup()
    for action in [refresh, loadMore, cancelRefresh, cancelLoadMore, showNew] { group.add(action) }
    container.insert(group, prefix: Name.group)
    let keys = ShortcutController.windowWide()
    for key in ["F5", "<Control>r"] { keys.bind(key, toAction: Name.refresh.detailed) }
    // One of the two at most is enabled, and a disabled one leaves the key to others.
    for cancel in [Name.cancelRefresh, .cancelLoadMore] {
      keys.bind("Escape", toAction: cancel.detailed)
    }
    container.add(keys)
  }

  /// Enables what can be asked for in these states.
  func update(header: HeaderMachine.State, footer: FooterMachine.State) {
    switch header {
    case .disabled, .running: refresh.isEnabled = false
    default: refresh.isEnabled = true
    }
    switch footer {
    case .idle, .failed: loadMore.isEnabled = true
    default: loadMore.isEnabled = false
    }
    if case .running = header {
      cancelRefresh.isEnabled = true
    } else {
      cancelRefresh.isEnabled = false
    }
    switch footer {
    case .running, .waitingForRefresh: cancelLoadMore.isEnabled = true
    default: cancelLoadMore.isEnabled = false
    }
  }
}
