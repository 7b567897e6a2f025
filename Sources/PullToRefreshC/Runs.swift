import CPullToRefresh
import PullToRefresh
import PullToRefreshGtk

/// The runs under way that C programs know by number. A run whose number is missing is over.
enum Runs {
  enum Kind {
    case refresh(RunCompletion<String?>)
    case load(RunCompletion<LoadedRows>)
  }

  private static var last: PullToRefreshRun = 0
  private static var present: [PullToRefreshRun: Kind] = [:]

  /// Begins a run, and hands it to a handler.
  static func begin(_ kind: Kind, _ handler: Callback<PullToRefreshHandler>) {
    last += 1
    let run = last
    present[run] = kind
    // Removes a cancelled run, even if the program sets no cancel handler.
    onCancel(run) {}
    handler.function(run, handler.data)
  }

  /// Removes a run, which is over now, and returns it; nil if it was over before.
  static func take(_ run: PullToRefreshRun) -> Kind? { present.removeValue(forKey: run) }

  /// Removes a run that must be a refresh. A load is refused, and continues.
  static func takeRefresh(_ run: PullToRefreshRun) -> RunCompletion<String?>? {
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

  /// Removes a run that must be a load. A refresh is refused, and continues.
  static func takeLoad(_ run: PullToRefreshRun) -> RunCompletion<LoadedRows>? {
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

/// The reason of a failure, in the user's language, as a C program passed it.
struct Reason: Error, CustomStringConvertible {
  let description: String
}
