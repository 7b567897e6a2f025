import PullToRefreshGtk
import RefreshCore

/// The handler of one `refreshable`, `loadsMore` or `loadsEarlier` call.
///
/// The offer keeps no widget alive. It lives in the ``StoredEnvironment`` of its widget, and of a
/// list around that widget. A run finds its offer by ``RefreshDriver/offer(of:)``.
final class Offer {
  let role: RunRole
  let handler: SharedHandler
  private var places: [Weak<StoredEnvironment>] = []
  /// The lists with a controller that are in reach of the offer's widget; nil before the first.
  private var lists: [Weak<RefreshDriver>]?

  init(_ role: RunRole, _ action: @escaping () async throws -> RunResult) {
    (self.role, handler) = (role, SharedHandler(action))
  }

  /// The action that ``EnvironmentValues/refresh`` returns.
  var action: RefreshAction { RefreshAction { await self.perform() } }

  /// Offers the handler to a widget and all below, in place of an earlier offer for the role.
  func publish(on widget: Widget) {
    let environment = StoredEnvironment.made(for: widget)
    places.append(Weak(object: environment))
    environment.take(self)
  }

  /// Notes a list in reach, also if the list uses a nearer offer. Once all noted lists are gone,
  /// there is nothing to refresh, and the offer is withdrawn.
  func note(_ list: RefreshDriver) {
    guard lists?.contains(where: { $0.object === list }) != true else { return }
    lists = (lists ?? []) + [Weak(object: list)]
    list.note(self)
  }

  /// Removes a list that has ended.
  func forget(_ list: RefreshDriver) {
    lists?.removeAll { $0.object == nil || $0.object === list }
    if lists?.isEmpty == true { withdraw() }
  }

  private func withdraw() {
    for place in places { place.object?.withdraw(self) }
  }

  /// Runs the handler by a list that uses this offer, so that the list's row shows the run. If no
  /// list uses the offer, runs the handler directly.
  private func perform() async {
    guard let lists else { return await handler() }
    let list = lists.lazy.compactMap(\.object).first {
      $0.configurations[self.role].isEnabled && $0.offer(of: self.role) === self
    }
    if let list {
      await list.begin(role)
      // Does nothing if all lists are gone: a stored action may outlive the lists.
    } else if !lists.isEmpty {
      await handler()
    }
  }
}

extension RefreshDriver {
  /// The offer that applies to a role: the list's own, else the nearest around it in the same
  /// window or popover. A list inside another scrolled window uses only its own offer.
  func offer(of role: RunRole) -> Offer? {
    guard !hasEnded else { return nil }
    let list = scrolledWindow.object
    if let own = StoredEnvironment.of(list.asWidget)?.offers[role] { return own }
    var nearest: Offer?
    var ancestor = list.parent
    while let widget = ancestor {
      if widget.asScrolledWindow != nil { return nil }
      nearest = nearest ?? StoredEnvironment.of(widget)?.offers[role]
      ancestor = widget.isNative ? nil : widget.parent
    }
    return nearest
  }

  /// Notes an offer that has to be told when the list ends.
  func note(_ offer: Offer) {
    offers.removeAll { $0.object == nil }
    offers.append(Weak(object: offer))
  }

  /// Accepts an offer that was made on a widget at, around or inside the list.
  func take(_ offer: Offer, from widget: Widget, at edge: PullEdge?) {
    guard !hasEnded else { return }
    let list = scrolledWindow.object.asWidget
    if widget.isInside(list) { offer.publish(on: list) }
    offer.note(self)
    offersChanged()
    if let edge, self.offer(of: offer.role) === offer { declare(offer.role, at: edge) }
  }

  /// Looks up the offers again. Called at the start, after a new offer, and after the list was
  /// moved to another parent.
  func offersChanged() {
    for role in RunRole.allCases where !hasEnded {
      let offer = offer(of: role)
      offer?.note(self)
      isOffered[role] = offer != nil
      configured(role)
    }
    publishOnRows()
  }

  /// Begins a run of a role, see ``PullRole/begin()``.
  @discardableResult
  func begin(_ role: RunRole) async -> PullOutcome {
    func isAroundThisTask(_ role: RunRole) -> Bool {
      offer(of: role)?.handler.isAroundThisTask == true
    }
    if hasEnded { return .notAwaited(.listEnded) }
    if isAroundThisTask(role) { return .notAwaited(.insideHandler) }
    if Task.isCancelled { return .notAwaited(.taskCancelled) }
    send(.begin(role, .command))
    // Does not wait: the load waits for the refresh, and this task is part of the refresh.
    if role.isLoad, isAroundThisTask(.refresh) { return .notAwaited(.insideHandler) }
    let outcome = await runs.end(of: role, orWhile: coordinator.isUnderWay(role))
    return outcome ?? .notAwaited(Task.isCancelled ? .taskCancelled : obstacle(to: role))
  }

  /// The reason why a command begins no run now.
  private func obstacle(to role: RunRole) -> PullOutcome.Reason {
    if hasEnded { return .listEnded }
    if !isOffered[role] { return .noHandler }
    return coordinator[role].moment == .exhausted ? .exhausted : .disabled
  }

  /// Publishes the refresh on the header and footer rows: the rows are siblings of the list, and
  /// custom views in them inherit from the rows. The container gets no value: the list must inherit
  /// the values of the container's ancestors.
  func publishOnRows() {
    guard isAttached, isOffered[.refresh] else { return }
    let action = RefreshAction { [weak self] in await self?.begin(.refresh) }
    for row in rows.widget.children where row.pointer != scrolledWindow.object.pointer {
      row.environment.refresh = action
    }
  }
}
