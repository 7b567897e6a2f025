import FoundationEssentials
import PullToRefresh
import TidelineProgram

/// Work that the preview only pretends: each time with the next of all the ends that there are, so
/// that every title is seen.
final class PretendedWork {
  private let clock: any Clock<Duration>
  private var refreshes = 0
  private var loads = 0

  /// When the rows say that it takes long. Sooner than in a real list.
  static let stuckNotice = Duration.seconds(2)
  private static let usualTime = Duration.seconds(1)
  private static let longTime = Duration.seconds(4)
  /// How many rows a load brings.
  static let page = 4

  init(_ clock: any Clock<Duration>) { self.clock = clock }

  /// Goes well, fails, and takes long, in turn.
  func refresh() async throws {
    refreshes += 1
    try await clock.sleep(for: refreshes % 3 == 0 ? Self.longTime : Self.usualTime)
    if refreshes % 3 == 2 { throw Pretended() }
  }

  /// Brings rows, fails, brings nothing twice, takes long, and comes to the end, in turn.
  func loadMore() async throws -> LoadedRows {
    loads += 1
    let turn = loads % 6
    try await clock.sleep(for: turn == 5 ? Self.longTime : Self.usualTime)
    switch turn {
    case 2: throw Pretended()
    case 3, 4: return LoadedRows(added: 0, hasMore: true)
    case 0: return LoadedRows(added: 0, hasMore: false)
    default: return LoadedRows(added: Self.page, hasMore: true)
    }
  }
}

/// The reason of a failure that is none.
private struct Pretended: LocalizedError {
  var errorDescription: String? { tr("only pretended") }
}
