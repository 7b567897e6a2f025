import PullToRefreshGtk
import RefreshCore
import RefreshPlaceKeeping

/// The actions that begin and cancel runs and show new rows. The container has them as
/// `pull-to-refresh.refresh` and so on; an application may add them to its window's actions.
final class RefreshActions {
  enum Name {
    static let group = NewRowsPill.actionGroup
    /// Cancels the refresh if it runs, else the loads.
    static let cancel = "cancel"
    static let showNew = NewRowsPill.actionName
    static let all = [cancel, showNew] + RunRole.allCases.flatMap { [begin($0), cancel($0)] }

    static func begin(_ role: RunRole) -> String {
      switch role {
      case .refresh: "refresh"
      case .loadMore: "load-more"
      case .loadEarlier: "load-earlier"
      }
    }

    static func cancel(_ role: RunRole) -> String { "\(cancel)-\(begin(role))" }

    /// The name with the group's prefix, as buttons use it.
    static func detailed(_ name: String) -> String { "\(group).\(name)" }
  }

  let begin: PerRole<SimpleAction>
  let showNew: SimpleAction
  private let cancels: PerRole<SimpleAction>
  private let cancel: SimpleAction
  // In a window with several lists, a key goes to the list with the focus, even while that list
  // refreshes. If no list has the focus, the key goes to a list that can carry out the command.
  private let escape = ActionKeys(["Escape"], Name.cancel)
  private let wideEscape = ActionKeys(["Escape"], Name.cancel, isWindowWide: true)
  private let keys = ActionKeys(["F5", "<Control>r"], Name.begin(.refresh))
  private let wideKeys = ActionKeys(["F5", "<Control>r"], Name.begin(.refresh), isWindowWide: true)
  private var container: Unowned<Widget>?

  init(
    perform: @escaping (RefreshCoordinator.Event) -> Void,
    showNewRows: @escaping () -> Void
  ) {
    begin = PerRole { role in .named(Name.begin(role)) { perform(.begin(role, .command)) } }
    cancels = PerRole { role in .named(Name.cancel(role)) { perform(.cancel(role)) } }
    cancel = .named(Name.cancel) { perform(.cancel(nil)) }
    showNew = .named(Name.showNew, activate: showNewRows)
  }

  /// Adds the actions to the container. ``update(_:takesInput:hasNewRows:)`` adds the keys F5,
  /// Ctrl+R and Esc while they have an effect.
  func install(on container: Widget) {
    self.container = Unowned(container)
    let group = SimpleActionGroup()
    for role in RunRole.allCases {
      group.add(begin[role])
      group.add(cancels[role])
    }
    group.add(cancel)
    group.add(showNew)
    container.insert(group, prefix: Name.group)
  }

  /// Removes the keys. Called when the scrolled window has left the container.
  func uninstall() {
    container = nil
    for keys in [escape, wideEscape, keys, wideKeys] { keys.release() }
  }

  /// Enables the actions that the rows' states allow, and adds or removes the keys.
  func update(_ list: RefreshCoordinator, takesInput: Bool, hasNewRows: Bool) {
    showNew.isEnabled = takesInput && hasNewRows
    for role in RunRole.allCases {
      (begin[role].isEnabled, cancels[role].isEnabled) =
        switch list[role].moment {
        case _ where !takesInput: (false, false)
        case .idle, .peeking, .pulling, .armed, .succeeded, .failed, .cancelled: (true, false)
        case .running, .waiting: (false, true)
        case .disabled, .exhausted: (false, false)
        }
    }
    cancel.isEnabled = RunRole.allCases.contains { cancels[$0].isEnabled }
    guard let container = container?.object else { return }
    for escape in [escape, wideEscape] { escape.setTaken(cancel.isEnabled, on: container) }
    keys.setTaken(takesInput && list[.refresh].moment != .disabled, on: container)
    wideKeys.setTaken(begin[.refresh].isEnabled, on: container)
  }
}
