import Mail
import PullToRefresh
import TidelineProgram

extension RefreshController {
  /// Waits for the refresh in progress, if there is one, and then refreshes again.
  func refreshAgain() async {
    if refresh.isRunning { await refresh.begin() }
    await refresh.begin()
  }

  /// Shows how much of the mailbox has been read, unless it was read all at once.
  func show(_ read: RefreshProgress) {
    guard read.done > 0, read.done < read.total || progress?.fraction != nil else { return }
    progress = RunProgress(title: read.title, fraction: Double(read.done) / Double(read.total))
  }
}

extension RunProgress {
  /// The progress of the fetch command, with its last line of output, empty before the first line.
  static func fetching(_ line: String) -> RunProgress {
    RunProgress(title: line.isEmpty ? tr("Fetching mail…") : tr("Fetching: %s", with: line))
  }
}
