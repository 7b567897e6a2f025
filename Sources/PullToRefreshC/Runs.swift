import CPullToRefresh
import PullToRefresh
import PullToRefreshGtk

/// The runs of C programs that are under way, by number. A run whose number is missing is over.
enum Runs {
  enum Kind {
    case refresh(RefreshCompletion)
    case load(LoadMoreCompletion)
  }

  private static var last: PullToRefreshRun = 0
  private static var present: [PullToRefreshRun: Kind] = [:]

  /// Begins a run, and passes it to a handler.
  static func begin(_ kind: Kind, _ handler: Handler) {
    last += 1
    let run = last
    present[run] = kind
    // Ends a cancelled run, even if the program sets no handler for that.
    onCancel(run) {}
    handler.begin(run)
  }

  /// Takes the run of a number, which is over from now on.
  static func take(_ run: PullToRefreshRun) -> Kind? { present.removeValue(forKey: run) }

  /// Takes a run that must be a refresh. A load continues, and keeps its number.
  static func takeRefresh(_ run: PullToRefreshRun) -> RefreshCompletion? {
    switch present[run] {
    case .refresh(let completion):
      _ = take(run)
      return completion
    case .load:
      Diagnostics.refuse("This run is a load. End it by pull_to_refresh_end_load.")
      return nil
    case nil: return nil
    }
  }

  /// Takes a run that must be a load. A refresh continues, and keeps its number.
  static func takeLoad(_ run: PullToRefreshRun) -> LoadMoreCompletion? {
    switch present[run] {
    case .load(let completion):
      _ = take(run)
      return completion
    case .refresh:
      Diagnostics.refuse("This run is a refresh. End it by pull_to_refresh_end.")
      return nil
    case nil: return nil
    }
  }

  static func onCancel(_ run: PullToRefreshRun, _ action: @escaping () -> Void) {
    let end = {
      _ = take(run)
      action()
    }
    switch present[run] {
    case .refresh(let completion): completion.onCancel = end
    case .load(let completion): completion.onCancel = end
    case nil: break
    }
  }
}

/// A handler in C, and its data.
final class Handler {
  private let function: PullToRefreshHandler
  private let data: gpointer?
  private let destroy: GDestroyNotify?

  /// - Parameter passed: the arguments from C. Nil if there is no function among them.
  init?(_ passed: (PullToRefreshHandler?, gpointer?, GDestroyNotify?)) {
    guard let function = passed.0 else {
      Diagnostics.refuse("A handler is NULL. Pass a function that begins the run.")
      return nil
    }
    (self.function, data, destroy) = (function, passed.1, passed.2)
  }

  isolated deinit { destroy?(data) }

  func begin(_ run: PullToRefreshRun) { function(run, data) }
}

/// A reason in the user's language, from C.
struct Reason: Error, CustomStringConvertible {
  let description: String
}
