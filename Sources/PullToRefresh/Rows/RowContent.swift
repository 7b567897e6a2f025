import PullToRefreshGtk
import RefreshCore

/// The texts and buttons of a row in one state, independent of how it looks.
struct RowContent: Equatable {
  struct Button: Equatable {
    let label: String
    let action: RefreshActions.Name
  }

  var title = ""
  /// The accessible name, if it is not the title: a title with a counter changes too often to be
  /// spoken.
  var name: String?
  /// A second line.
  var subtitle = ""
  var button: Button?
  /// The button that cancels the run.
  var cancel: RefreshActions.Name?

  /// The text for screen readers; nil if there is none.
  var spoken: String? { [name ?? title].first { !$0.isEmpty } }
}

extension RowContent {
  /// - Parameter lastUpdated: the text for the last refresh.
  init(header state: RefreshState, titles: HeaderTitles, lastUpdated: String) {
    switch state.moment {
    case .disabled, .idle, .waiting, .exhausted: break
    case .peeking, .pulling: title = titles.pull
    case .armed: title = titles.release
    case .running:
      title = state.isStuck ? titles.stuck : titles.refreshing
      if let progress = state.runProgress, !progress.title.isEmpty {
        name = title.onOneLine
        title = progress.title
      }
      cancel = .cancelRefresh
    case .succeeded(let summary): title = summary ?? titles.done
    case .failed(let message): title = titles.failed.filled(with: message)
    case .cancelled: title = titles.cancelled
    }
    // Shows the subtitle in every state, so that the title does not move between the pull and the
    // result.
    if !title.isEmpty { subtitle = lastUpdated.onOneLine }
    title = title.onOneLine
  }

  init(footer state: RefreshState, titles: FooterTitles) {
    switch state.moment {
    case .disabled, .succeeded, .cancelled: break
    case .idle, .peeking: button = Button(label: titles.loadMore, action: .loadMore)
    case .pulling: title = titles.pull
    case .armed: title = titles.release
    case .waiting:
      title = titles.waiting
      cancel = .cancelLoadMore
    case .running:
      title = state.isStuck ? titles.stuck : titles.loading
      cancel = .cancelLoadMore
    case .failed(let message):
      title = message.map { titles.failed.filled(with: $0) } ?? titles.nothingCame
      button = Button(label: titles.retry, action: .loadMore)
    case .exhausted: title = titles.exhausted
    }
    title = title.onOneLine
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
  /// The text in one line, since a row has room for no more.
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The title with `%s` replaced by the reason, or by nothing.
  fileprivate func filled(with reason: String?) -> String {
    replacing("%s", with: reason ?? "")
  }
}
