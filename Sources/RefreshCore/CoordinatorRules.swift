extension RefreshCoordinator {
  /// Takes an event that happened at `now`.
  public mutating func handle(_ event: Event, at now: Duration) -> [Effect] { [] }

  /// Lets time pass. To be called at ``deadline``; earlier it does nothing, later it catches up.
  public mutating func advance(to now: Duration) -> [Effect] { [] }
}
