extension RefreshCoordinator {
  /// What may happen to a list.
  package enum Event: Sendable, Hashable {
    /// A device moved, or the content did.
    case device(DeviceEvent)
    /// Run the handler. Ignored while its row is disabled or a run of it is under way; only a
    /// ``RunSource/command`` does not wait where a run has ended and its row is still kept open.
    ///
    /// A load-more is also ignored where there is no more, and waits for a refresh under way.
    /// ``RunSource/retry`` counts for a failed footer only, where ``RunSource/command`` does the
    /// same.
    case begin(RunRole, RunSource)
    /// The user gives up the run that is under way or waits.
    case cancel(RunRole)
    /// The caller ends the run that is under way as a success, and its task is cancelled. A load
    /// that waits is dropped.
    case end(RunRole)
    /// The refresh handler ended. Dropped unless this run is under way.
    case refreshFinished(RunID, RefreshResult)
    /// The load-more handler ended. Dropped unless this run is under way.
    case loadFinished(RunID, LoadMoreResult)
    /// The row is switched on or off, also while its handler runs.
    case setEnabled(RunRole, Bool)
    /// The caller knows whether there is more to load, without loading.
    ///
    /// An end makes an idle or failed footer exhausted, also right after the refresh under way,
    /// and drops a load that waits for it; more makes an exhausted one idle.
    case setHasMore(Bool)
    /// Other numbers count from now on. Indirect, since it is rare and its size would be that of
    /// every event.
    indirect case setMetrics(PullMetrics)
    /// Another mode counts from now on.
    case setLoadMode(LoadMode)
    /// The roles stand at other edges from now on: the refresh at this one, loading more at the
    /// opposite one. A pull that is under way is over; runs go on.
    case setRefreshEdge(PullEdge)
    /// The rows changed *and have been laid out*: send it with the first frame after a load, a
    /// refresh, or any other change of the rows. The automatic mode asks again only after that.
    case contentChanged(to: ScrollPosition)
  }

  /// What is to be done about it, in the order it comes in. By then the coordinator's own state
  /// is up to date, so an effect may well lead to the next event at once.
  package enum Effect: Sendable, Hashable {
    /// Show the row as it is now. Comes at most once a call for each role, before what is to be
    /// done.
    case changed(RunRole)
    /// Run the handler of the id's role.
    case start(RunID, RunSource)
    /// Cancel the handler's task. Its result is dropped from now on.
    case cancel(RunID)
    /// A run takes long: offer to cancel it.
    case stuck(RunRole)
    /// A refresh is over, once for each start; not before its row was shown long enough.
    case refreshEnded(RunID, RefreshResult)
    /// A load is over, once for each start; not before its row was shown long enough.
    case loadEnded(RunID, LoadMoreResult)
  }
}
