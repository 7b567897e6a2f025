import Mail
import PullToRefresh
import TidelineProgram

extension RefreshController {
  /// Refreshes; if a refresh is in progress, first waits for its end.
  func refreshAgain() async {
    if refresh.isRunning { await refresh.begin() }
    await refresh.begin()
  }

  /// Shows how much of the mailbox has been read, unless the first report is that all is read.
  func show(_ read: RefreshProgress) {
    guard read.done > 0, read.done < read.total || refresh.progress?.fraction != nil
    else { return }
    let fraction = Double(read.done) / Double(read.total)
    refresh.progress = RunProgress(title: read.title, fraction: fraction)
  }
}

extension RunProgress {
  /// The progress of the fetch command; `line` is the command's last line of output, or empty.
  static func fetching(_ line: String) -> RunProgress {
    RunProgress(title: line.isEmpty ? tr("Fetching mail…") : tr("Fetching: %s", with: line))
  }
}
