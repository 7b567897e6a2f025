import CPullToRefresh
import PullToRefreshGtk

/// A C function and its user data. The data is destroyed when the callback is released.
final class Callback<Function> {
  let function: Function
  let data: gpointer?
  private let destroy: GDestroyNotify?

  /// - Parameter passed: the arguments from C. If the function is NULL, the result is nil.
  init?(_ passed: (function: Function?, data: gpointer?, destroy: GDestroyNotify?)) {
    guard let function = passed.function else {
      Diagnostics.refuse("A function is NULL. Pass one that is called with the data.")
      return nil
    }
    (self.function, data, destroy) = (function, passed.data, passed.destroy)
  }

  isolated deinit { destroy?(data) }
}
