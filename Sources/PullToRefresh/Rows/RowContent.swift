import PullToRefreshGtk
import RefreshCore

/// The texts and buttons of a row in one state, independent of how it looks.
struct RowContent: Equatable {
  var title = ""
  /// The accessible name; nil if the title is the name. A title that the handler reports, such as
  /// a counter, changes too often to be spoken.
  var name: String?
  var subtitle = ""
  /// The label of the button that begins a run; nil for none.
  var button: String?
  /// Whether there is a run to cancel.
  var isRunning = false
  var cancelLabel = ""

  /// The text for screen readers; nil if there is none.
  var spoken: String? { [name ?? title].first { !$0.isEmpty } }
}

extension RowContent {
  init(_ role: RunRole, _ state: RefreshState, titles: RowTitles, lastUpdated: String = "") {
    let isRefresh = !role.isLoad
    switch state.moment {
    case .disabled: break
    case .idle: button = isRefresh ? nil : titles.loadMore
    case .peeking: if isRefresh { title = titles.pull } else { button = titles.loadMore }
    case .pulling: title = titles.pull
    case .armed: title = titles.release
    case .waiting: title = titles.waiting
    case .running:
      title = state.isStuck ? titles.stuck : titles.running
      if let progress = state.runProgress, !progress.title.isEmpty {
        name = title.onOneLine
        title = progress.title
      }
    case .succeeded(let summary): title = summary ?? titles.done
    case .failed(let message):
      title = message.map(titles.failed) ?? (isRefresh ? titles.failed("") : titles.nothingCame)
      button = isRefresh ? nil : titles.retry
    case .cancelled: title = titles.cancelled
    case .exhausted: title = titles.exhausted
    }
    // The second line is there under every title, so that the title does not move between the pull
    // and the result.
    if !title.isEmpty { subtitle = lastUpdated.onOneLine }
    title = title.onOneLine
    isRunning = [.running, .waiting].contains(state.moment)
    cancelLabel = titles.cancel
  }
}

extension RefreshState {
  /// The row's CSS class in this state.
  var styleClass: String? {
    switch moment {
    case .disabled, .idle: nil
    case .peeking: "peeking"
    case .pulling: "pulling"
    case .armed: "armed"
    case .waiting, .running: isStuck ? "stuck" : "running"
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .exhausted: "exhausted"
    }
  }

  /// The opacity of a row that fades with its pull, 0…1.
  var fadedOpacity: Double {
    switch moment {
    case .peeking, .pulling, .armed: progress
    default: 1
    }
  }
}

extension String {
  /// The text on one line, since a row is not high enough for line breaks.
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
