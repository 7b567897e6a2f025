import PullToRefreshGtk

/// Work that can wait until after the next frame.
extension WidgetConvertible {
  /// Calls `handler` once, after the widget's window has painted its next frame, or its first one;
  /// never if the widget is destroyed before.
  public func afterNextFrame(_ handler: @escaping () -> Void) {
    var isPainted = false
    asWidget.addTickCallback { _ in
      guard isPainted else {
        isPainted = true
        return true
      }
      handler()
      return false
    }
  }

  /// Returns after the widget's window has painted its next frame, or its first one. If there is no
  /// frame, as in a hidden window, it returns after the limit.
  ///
  /// - Parameter limit: the longest wait.
  @MainActor public func nextFrame(within limit: Duration) async {
    await withCheckedContinuation { continuation in
      var waiting: CheckedContinuation<Void, Never>? = continuation
      let end = {
        waiting?.resume()
        waiting = nil
      }
      MainLoop.call(after: limit, end)
      afterNextFrame(end)
    }
  }
}
