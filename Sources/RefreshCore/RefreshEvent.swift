extension RefreshCoordinator {
  /// The events of a list.
  package enum Event: Sendable, Hashable {
    /// A device moved, or the content did.
    case device(DeviceEvent)
    /// Run the handler. Ignored while its row is disabled or one of its runs is under way. If a run
    /// has ended and only its row is still open, a ``RunSource/command`` starts the next run at
    /// once, and other sources are ignored.
    ///
    /// A load-more is also ignored if there is no more, and waits for a refresh under way.
    /// ``RunSource/retry`` counts only for a failed footer, where ``RunSource/command`` does the
    /// same.
    case begin(RunRole, RunSource)
    /// The user cancels the run that is under way or waits.
    case cancel(RunRole)
    /// The caller ends the run under way as a success, and its task is cancelled. A waiting load is
    /// dropped.
    case end(RunRole)
    /// The refresh handler ended. Dropped unless this run is under way.
    case refreshFinished(RunID, RefreshResult)
    /// The load-more handler ended. Dropped unless this run is under way.
    case loadFinished(RunID, LoadMoreResult)
    /// The row is switched on or off, also while its handler runs.
    case setEnabled(RunRole, Bool)
    /// The caller knows whether there is more to load, without loading.
    ///
    /// If there is not, an idle or failed footer becomes exhausted, also right after the refresh
    /// under way, and a waiting load is dropped. If there is, an exhausted footer becomes idle.
    case setHasMore(Bool)
    /// Uses other numbers from now on. Indirect, because this rare case would make every event as
    /// large as the metrics.
    indirect case setMetrics(PullMetrics)
    /// Uses another mode from now on.
    case setLoadMode(LoadMode)
    /// Moves the refresh to this edge, and loading more to the opposite one. A pull under way ends;
    /// runs continue.
    case setRefreshEdge(PullEdge)
    /// The rows changed *and have been laid out*: send it with the first frame after a load, a
    /// refresh, or any other change of the rows. The automatic mode loads again only after it.
    case contentChanged(to: ScrollPosition)
  }

  /// The effects of an event, to be carried out in this order. The coordinator's own state is
  /// already up to date, so an effect may lead to the next event at once.
  package enum Effect: Sendable, Hashable {
    /// Show the row as it is now. Comes at most once per call and role, before the other effects.
    case changed(RunRole)
    /// Run the handler of the id's role.
    case start(RunID, RunSource)
    /// Cancel the handler's task. Its result is dropped from now on.
    case cancel(RunID)
    /// A run takes long: offer to cancel it.
    case stuck(RunRole)
    /// A refresh is over, once for each start, and not before its row was shown long enough.
    case refreshEnded(RunID, RefreshResult)
    /// A load is over, once for each start, and not before its row was shown long enough.
    case loadEnded(RunID, LoadMoreResult)
  }
}
