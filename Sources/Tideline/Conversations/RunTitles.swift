import Mail
import PullToRefresh
import TidelineProgram

extension RefreshController {
  /// Waits for the refresh under way, if there is one, and refreshes then.
  func refreshAgain() async {
    if isHeaderRefreshing { await refresh() }
    await refresh()
  }

  /// Says how far the mailbox has been read, unless it was read at one go.
  func show(_ read: RefreshProgress) {
    guard read.done > 0, read.done < read.total || progress?.fraction != nil else { return }
    progress = RunProgress(title: read.title, fraction: Double(read.done) / Double(read.total))
  }
}

extension RunProgress {
  /// What the fetch command says last; empty before it has said anything.
  static func fetching(_ line: String) -> RunProgress {
    RunProgress(title: line.isEmpty ? tr("Fetching mail…") : tr("Fetching: %s", with: line))
  }
}
