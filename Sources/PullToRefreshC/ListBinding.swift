import CPullToRefresh
import FoundationEssentials
import PullToRefresh
import PullToRefreshGtk

/// The Swift part of a `PullToRefreshList`, which owns it: makes the controller, passes it the
/// object's properties, and shows the controller's states in them.
final class ListBinding {
  private let list: OpaquePointer
  let widget: Unowned<Widget>
  private(set) weak var controller: RefreshController?
  private var isOffered = PerRole(repeating: false)
  /// The roles that were asked to begin before the list could be set up.
  private var awaitsBegin = PerRole(repeating: false)
  private var hasHandler = PerRole(repeating: false)
  private var hasEnded = false
  private static var folders: [String: LastUpdatedFolder] = [:]

  init(_ list: OpaquePointer, _ widget: Widget) {
    (self.list, self.widget) = (list, Unowned(widget))
    Diagnostics.stopsDebugBuilds = false
    MainLoop.attachMainActor()
    attach(to: widget)
  }

  private func attach(to widget: some WidgetConvertible) {
    widget.configureRefresh { [weak self] controller in
      guard let self, !hasEnded else { return controller.detach() }
      guard controller.onRemoval == nil else {
        return Diagnostics.warn(
          "pull-to-refresh: The list of this widget has a PullToRefreshList already. Keep that."
        )
      }
      take(controller)
    }
  }

  private func take(_ controller: RefreshController) {
    self.controller = controller
    controller.onStateChange = { [weak self] in self?.show() }
    // The program may show the list again.
    controller.onRemoval = { [weak self] list in
      guard let self, !hasEnded else { return }
      self.controller = nil
      isOffered = PerRole(repeating: false)
      show()
      attach(to: list)
    }
    apply()
    for role in RunRole.allCases {
      apply(role)
      if !rowSettings(of: role).has_more.isTrue { setHasMore(false, role) }
    }
    findHandlers()
    for role in RunRole.allCases where awaitsBegin[role] { begin(role) }
  }

  func setHasMore(_ hasMore: Bool, _ role: RunRole) {
    (controller?[role] as? LoadRole)?.hasMore = hasMore
    show()
  }

  /// Begins a run: at once, or when the list is set up.
  func begin(_ role: RunRole) {
    findHandlers()
    awaitsBegin[role] = controller == nil
    if let controller, controller.isAttached { controller[role].isRunning = true }
  }

  func cancel(_ role: RunRole) {
    awaitsBegin[role] = false
    controller?[role].cancel()
  }

  func end() {
    hasEnded = true
    controller?.detach()
  }

  /// Passes the list's properties to the controller.
  func apply() {
    guard let controller else { return }
    let settings = tideline_list_settings(list).pointee
    var metrics = controller.metrics
    metrics.threshold = settings.threshold
    metrics.resistance = settings.resistance
    metrics.refreshHeight = settings.refresh_height
    metrics.loadHeight = settings.load_height
    metrics.wheelEnabled = settings.wheel_notches > 1
    metrics.wheelNotches = Int(settings.wheel_notches)
    metrics.minimumRunning = .whole(settings.minimum_running)
    metrics.resultShown = .whole(settings.result_shown)
    metrics.stuckNotice = .whole(settings.stuck_notice)
    controller.metrics = metrics
    var row = controller.refresh.row
    row.floats = settings.floats.isTrue
    row.lastUpdated = text(settings.last_updated_key).map { key in
      LastUpdated(
        key: key,
        store: text(settings.last_updated_folder).map(Self.folder) ?? .standard,
        format: text(settings.last_updated_format).map { .pattern($0) } ?? .relative
      )
    }
    controller.refresh.row = row
    controller.newRowsTitle = text(settings.new_rows_title).map { title in
      { title.replacing("%d", with: String($0)) }
    }
    let edges: [PullEdge] = [.top, .bottom, .leading, .trailing]
    if !controller.refresh.move(to: edges[Int(settings.edge.rawValue)]),
      let edge = edges.firstIndex(of: controller.refresh.edge)
    {
      tideline_list_show_edge(list, PullToRefreshEdge(UInt32(edge)))
    }
  }

  /// One store for each folder: what one list notes, the others know.
  private static func folder(_ path: String) -> LastUpdatedFolder {
    let folder = folders[path] ?? LastUpdatedFolder(path: path)
    folders[path] = folder
    return folder
  }

  private func rowSettings(of role: RunRole) -> TidelineRowSettings {
    tideline_list_row(list, role.number).pointee
  }

  /// Passes the properties of a role's row to the controller.
  func apply(_ role: RunRole) {
    guard var row = controller?[role].row else { return }
    let settings = rowSettings(of: role)
    row.isEnabled = settings.enabled.isTrue && hasHandler[role]
    row.indicator = [.arrow, .ring, .spinner, .none][Int(settings.indicator.rawValue)]
    if let picture = settings.picture {
      row.indicator = .picture(
        IndicatorPicture(paintable: OpaquePointer(picture), turns: settings.turns.isTrue)
      )
    }
    row.indicatorColor = text(settings.indicator_color).flatMap { Color($0) }
    row.titleColor = text(settings.title_color).flatMap { Color($0) }
    row.titleFont = text(settings.font)
    let child = settings.child.flatMap { Widget.live(at: OpaquePointer($0)) }
    row.content = child.map { child in { _ in child } }
    row.titles = RowTitles(of: role)
    let titles: [(UnsafeMutablePointer<CChar>?, WritableKeyPath<RowTitles, String>)] = [
      (settings.pull, \.pull), (settings.release, \.release), (settings.running, \.running),
      (settings.stuck, \.stuck), (settings.cancel, \.cancel), (settings.done, \.done),
      (settings.cancelled, \.cancelled), (settings.load, \.loadMore),
      (settings.waiting, \.waiting), (settings.nothing_came, \.nothingCame),
      (settings.retry, \.retry), (settings.exhausted, \.exhausted),
    ]
    for (title, path) in titles {
      if let title = text(title) { row.titles[keyPath: path] = title }
    }
    if let failed = text(settings.failed) {
      row.titles.failed = { failed.replacing("%s", with: $0) }
    }
    controller?[role].row = row
    (controller?[role] as? LoadRole)?.mode =
      settings.automatic.isTrue ? .automatic(prefetch: settings.prefetch) : .pull
  }

  /// Shows the controller's states in the rows' properties.
  func show() {
    for role in RunRole.allCases where !hasEnded {
      let state =
        controller?[role].state ?? RefreshState(edge: .top, moment: .disabled, progress: 0)
      let progress = state.runProgress?.fraction ?? state.progress
      let more =
        (controller?[role] as? LoadRole)?.hasMore ?? rowSettings(of: role).has_more.isTrue
      tideline_list_show(list, role.number, PullToRefreshState(state), progress, more)
    }
  }

  // MARK: Runs

  /// Offers the roles that have handlers.
  func findHandlers() {
    for role in RunRole.allCases {
      let has = tideline_list_has_handler(list, role.number)
      if has != hasHandler[role] {
        hasHandler[role] = has
        apply(role)
      }
      guard has, !isOffered[role], let list = controller?.list else { continue }
      isOffered[role] = true
      switch role {
      case .refresh: list.refreshable(endsAfter: nil) { [weak self] in self?.begin(role, $0) }
      case .loadMore: list.loadsMore(endsAfter: nil) { [weak self] in self?.begin(role, $0) }
      case .loadEarlier: list.loadsEarlier(endsAfter: nil) { [weak self] in self?.begin(role, $0) }
      }
    }
    show()
  }

  private func begin(_ role: RunRole, _ completion: some EndableRun) {
    // The program may have disconnected its handler meanwhile.
    guard tideline_list_has_handler(list, role.number) else {
      findHandlers()
      return completion.fail(CancellationError())
    }
    let owned = Unmanaged<AnyObject>.passRetained(completion).toOpaque()
    guard let run = tideline_run_new(list, role.number, owned) else { return }
    let cancellable = unsafeBitCast(tideline_run_cancellable(run), to: Object.self)
    completion.onCancel = {
      tideline_run_cancel(UnsafeMutableRawPointer(cancellable.pointer))
      Unmanaged<AnyObject>.fromOpaque(owned).release()
    }
    tideline_list_begin(list, role.number, run)
  }
}

/// The completion of a refresh or a load.
protocol EndableRun: AnyObject {
  var onCancel: (() -> Void)? { get set }
  func fail(_ error: any Error)
}

extension RunCompletion: @MainActor EndableRun {}

/// The reason of a failure, in the user's language.
struct Reason: Error, CustomStringConvertible { let description: String }

extension gboolean {
  fileprivate nonisolated var isTrue: Bool { self != 0 }
}

extension RunRole {
  fileprivate var number: Int32 { Int32(rawValue) }
}

extension Duration {
  /// GObject has checked the range, but lets NaN pass.
  fileprivate static func whole(_ seconds: Double) -> Duration {
    .seconds(seconds.isNaN ? 0 : seconds)
  }
}

extension PullToRefreshState {
  fileprivate init(_ state: RefreshState) {
    self =
      switch state.moment {
      case .disabled: PULL_TO_REFRESH_STATE_NONE
      case .idle: PULL_TO_REFRESH_STATE_IDLE
      case .peeking: PULL_TO_REFRESH_STATE_PEEKING
      case .pulling: PULL_TO_REFRESH_STATE_PULLING
      case .armed: PULL_TO_REFRESH_STATE_ARMED
      case .waiting: PULL_TO_REFRESH_STATE_WAITING
      case .running: PULL_TO_REFRESH_STATE_RUNNING
      case .succeeded: PULL_TO_REFRESH_STATE_SUCCEEDED
      case .failed: PULL_TO_REFRESH_STATE_FAILED
      case .cancelled: PULL_TO_REFRESH_STATE_CANCELLED
      case .exhausted: PULL_TO_REFRESH_STATE_EXHAUSTED
      }
  }
}

func text(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }
