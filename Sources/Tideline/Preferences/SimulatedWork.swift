import FoundationEssentials
import PullToRefresh
import TidelineProgram

/// The work of the preview: it only waits, and has another result each time, so that every title is
/// shown.
final class SimulatedWork {
  private let clock: any Clock<Duration>
  private var refreshes = 0
  private var loads = 0

  /// How long until the rows show that it takes long; less than in a real list.
  static let stuckNotice = Duration.seconds(2)
  private static let shortTime = Duration.seconds(1)
  private static let longTime = Duration.seconds(4)
  /// How many rows a load brings.
  static let page = 4

  init(_ clock: any Clock<Duration>) { self.clock = clock }

  /// Goes well, fails, and takes long, in turn.
  func refresh() async throws {
    refreshes += 1
    try await clock.sleep(for: refreshes % 3 == 0 ? Self.longTime : Self.shortTime)
    if refreshes % 3 == 2 { throw SimulatedFailure() }
  }

  /// Brings rows, fails, brings nothing twice, takes long, and comes to the end, in turn.
  func loadMore() async throws -> LoadedRows {
    loads += 1
    let turn = loads % 6
    try await clock.sleep(for: turn == 5 ? Self.longTime : Self.shortTime)
    switch turn {
    case 2: throw SimulatedFailure()
    case 3, 4: return LoadedRows(added: 0, hasMore: true)
    case 0: return LoadedRows(added: 0, hasMore: false)
    default: return LoadedRows(added: Self.page, hasMore: true)
    }
  }
}

/// The error of a failure that is simulated.
private struct SimulatedFailure: LocalizedError {
  var errorDescription: String? { tr("only pretended") }
}
