extension LoadMoreMachine {
  /// What the footer shows. How far it is pulled comes besides, in ``LoadMoreMachine/pull``.
  public enum State: Sendable, Hashable {
    /// Switched off. A load that was under way goes on unseen and can still be cancelled.
    case disabled
    /// More can be asked for.
    case idle
    /// More was asked for during a refresh, and is loaded after it, however that ends.
    case waitingForRefresh
    /// The handler runs, or has ended so early that its row is still kept open.
    case running(LoadID)
    /// The load failed. Left only by Retry or another request, a new pull past the bottom, or a
    /// successful refresh; never by the automatic mode.
    case failed(LoadFailure)
    /// There is no more. Left only by a successful refresh, or when the caller says otherwise.
    case exhausted
  }

  /// What may happen to the footer.
  public enum Event: Sendable, Hashable {
    /// The content is pulled past the bottom, by a distance in px.
    case pulled(distance: Double, deliberate: Bool)
    /// The pull was let go.
    case released(PullDevice)
    /// The pull is over and was not let go.
    case pullCancelled
    /// Load more, now or after the refresh under way.
    case begin(LoadSource)
    /// The handler ended. Dropped unless this is the run under way.
    case finished(LoadID, LoadMoreResult)
    /// The user gives up the load that runs or waits.
    case cancel
    /// A refresh began.
    case refreshBegan
    /// The refresh ended.
    case refreshEnded(success: Bool)
    /// The caller knows whether there is more, without loading: an end makes an idle or failed
    /// footer exhausted, also right after the refresh under way, and drops a load that waits for
    /// it; more makes an exhausted one idle.
    case setHasMore(Bool)
    /// The footer is switched on or off.
    case setEnabled(Bool)
  }

  /// What is to be done about it, in this order.
  public enum Effect: Sendable, Hashable {
    /// The state or the pull is another one now.
    case changed(State, pull: PullStage)
    /// Cancel the handler's task. What it says from now on is dropped.
    case cancel(LoadID)
    /// The run is over, once for each start.
    case ended(LoadID, LoadMoreResult)
    /// The run takes long: offer to cancel it. Once a run at most.
    case stuck(LoadID)
    /// Run the handler.
    case start(LoadID, LoadSource)
  }
}
