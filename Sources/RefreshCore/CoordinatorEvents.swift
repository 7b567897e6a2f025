extension RefreshCoordinator {
  /// What may happen to a list.
  public enum Event: Sendable, Hashable {
    /// A device moved, or the content did.
    case device(DeviceEvent)
    /// Refresh, unless the header is disabled or a refresh runs.
    case refresh(RefreshSource)
    /// Load more, now or after the refresh under way, unless the footer is disabled, loading, or
    /// exhausted. Does what ``retry`` does if the last load failed.
    case loadMore(LoadSource)
    /// The Retry button of a failed footer. Ignored in any other state.
    case retry
    /// The user gives up the refresh under way.
    case cancelRefresh
    /// The user gives up the load that runs or waits.
    case cancelLoadMore
    /// The refresh handler ended. Dropped unless this run is under way.
    case refreshFinished(RefreshID, RefreshResult)
    /// The load-more handler ended. Dropped unless this run is under way.
    case loadFinished(LoadID, LoadMoreResult)
    /// The header is switched on or off, also while it runs.
    case setHeaderEnabled(Bool)
    /// The footer is switched on or off, also while it runs.
    case setFooterEnabled(Bool)
    /// The caller knows whether there is more to load. See ``LoadMoreMachine/Event/setHasMore(_:)``.
    case setHasMore(Bool)
    /// Other numbers count from now on. Indirect, since it is rare and its size would be that of
    /// every event.
    indirect case setMetrics(PullMetrics)
    /// Another mode counts from now on.
    case setLoadMode(LoadMode)
    /// The rows changed *and have been laid out*: send it with the first frame after a load, a
    /// refresh, or any other change of the rows. The automatic mode asks again only after that.
    case contentChanged(to: ScrollPosition)
  }

  /// What is to be done about it, in the order it comes in. By then the coordinator's own state
  /// is up to date, so an effect may well lead to the next event at once.
  public enum Effect: Sendable, Hashable {
    /// Show the header like this. Comes at most once a call, before what is to be done.
    case headerChanged(RefreshMachine.State)
    /// Show the footer like this. Comes at most once a call, before what is to be done.
    case footerChanged(LoadMoreMachine.State, pull: PullStage)
    /// Run the refresh handler.
    case startRefresh(RefreshID, RefreshSource)
    /// Cancel the handler's task. What it says from now on is dropped.
    case cancelRefresh(RefreshID)
    /// A refresh is over, once for each start; not before its row was shown long enough.
    case refreshEnded(RefreshID, RefreshResult)
    /// Run the load-more handler.
    case startLoad(LoadID, LoadSource)
    /// Cancel the handler's task. What it says from now on is dropped.
    case cancelLoad(LoadID)
    /// A load is over, once for each start; not before its row was shown long enough.
    case loadEnded(LoadID, LoadMoreResult)
    /// A run takes long: offer to cancel it. The refresh at the top, the load at the bottom.
    case stuck(PullEdge)
  }
}
