import CPullToRefresh
import PullToRefreshGtk

/// A function in C with the data that it is called with, which is destroyed when this goes.
final class Callback<Function> {
  let function: Function
  let data: gpointer?
  private let destroy: GDestroyNotify?

  /// - Parameter passed: what the program has passed. Nil where it is no function.
  init?(_ passed: (function: Function?, data: gpointer?, destroy: GDestroyNotify?)) {
    guard let function = passed.function else {
      Diagnostics.refuse("A function is NULL. Pass one that is called with the data.")
      return nil
    }
    (self.function, data, destroy) = (function, passed.data, passed.destroy)
  }

  isolated deinit { destroy?(data) }
}
