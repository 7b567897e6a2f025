import PullToRefreshGtk

extension Window {
  /// Waits until the next frame is painted, and requests one.
  func nextFrame() async {
    guard let clock = frameClock else { return }
    await withCheckedContinuation { continuation in
      var connection: SignalConnection?
      connection = clock.connect("after-paint") {
        connection?.disconnect()
        connection = nil
        continuation.resume()
      }
      addTickCallback { _ in false }
    }
  }
}
