import PullToRefreshGtk

/// Work that the next frame need not wait for.
extension WidgetConvertible {
  /// Calls once, when the next frame of the widget's window has been painted, or its first one;
  /// never if it is gone before.
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

  /// Returns when the next frame of the widget's window has been painted, or its first one; or when
  /// none comes, as in a window that is out of sight.
  ///
  /// - Parameter limit: how long to wait at most.
  @MainActor public func nextFrame(within limit: Duration) async {
    await withCheckedContinuation { continuation in
      var waiting: CheckedContinuation<Void, Never>? = continuation
      let end = {
        waiting?.resume()
        waiting = nil
      }
      let patience = Timeout(after: limit, end)
      afterNextFrame {
        patience.cancel()
        end()
      }
    }
  }
}
