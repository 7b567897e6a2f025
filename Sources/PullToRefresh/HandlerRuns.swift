import PullToRefreshGtk
import RefreshCore

// The handlers of one list: which applies to a role, how its runs begin, and how they end. At most
// one run of each role is under way; the task of a cancelled run may continue beside it.

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
      offer(of: role)?.note(self)
      configured(role)
    }
    publishOnRows()
  }

  @discardableResult
  func begin(_ role: RunRole) async -> PullOutcome {
    func isAroundThisTask(_ role: RunRole) -> Bool {
      offer(of: role)?.isAroundThisTask == true
    }
    if hasEnded { return .notAwaited(.listEnded) }
    if isAroundThisTask(role) { return .notAwaited(.insideHandler) }
    if Task.isCancelled { return .notAwaited(.taskCancelled) }
    // Within an event, the run begins only after that event.
    let isQueued = state.isTakingSteps
    send(.begin(role, .command))
    // Waiting would never end: the load waits for the refresh that this task belongs to.
    if role.isLoad, isAroundThisTask(.refresh) { return .notAwaited(.insideHandler) }
    if isQueued || coordinator.isUnderWay(role), let outcome = await awaiting[role].value() {
      let isOff = [.disabled, .exhausted].contains(coordinator[role].moment)
      if !isQueued || !isOff || outcome != .cancelled { return outcome }
    }
    return .notAwaited(Task.isCancelled ? .taskCancelled : obstacle(to: role))
  }

  /// Starts the handler of a role. Without a handler, the run ends at once, as cancelled.
  func start(_ id: RunID) {
    guard let offer = offer(of: id.role) else { return send(.finished(id, .cancelled)) }
    let leave = offer.join { [weak self] result in
      self?.underWay[id.role] = nil
      self?.ended(id.role, PullOutcome(result))
      self?.send(.finished(id, result))
    }
    underWay[id.role] = (id, leave)
  }

  /// Drops a run's own result, and cancels its task unless other lists share the task. Ignored
  /// unless the run is under way.
  func cancel(_ id: RunID, as outcome: PullOutcome) {
    guard let run = underWay[id.role], run.id == id else { return }
    underWay[id.role] = nil
    run.leave()
    ended(id.role, outcome)
  }

  /// Resumes the callers that wait for a role's run to end; ignored while a run is under way.
  func ended(_ role: RunRole, _ outcome: PullOutcome) {
    if underWay[role] == nil { awaiting[role].resumeAll(returning: outcome) }
  }

  /// The reason why a command begins no run now.
  private func obstacle(to role: RunRole) -> PullOutcome.Reason {
    if hasEnded { return .listEnded }
    if offer(of: role) == nil { return .noHandler }
    return coordinator[role].moment == .exhausted ? .exhausted : .disabled
  }

  /// Publishes the refresh on the rows, the list's siblings, for custom views in them. The
  /// container gets no value: the list must inherit the values of the container's ancestors.
  func publishOnRows() {
    guard isAttached, offer(of: .refresh) != nil else { return }
    let action = RefreshAction { [weak self] in await self?.begin(.refresh) }
    for row in rows.widget.children where row.pointer != scrolledWindow.object.pointer {
      row.environment.refresh = action
    }
  }
}
