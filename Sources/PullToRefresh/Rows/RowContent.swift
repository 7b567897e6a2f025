import Gtk
import RefreshCore

/// What a row shows at one moment.
struct RowContent: Equatable {
  enum Indicator: Equatable {
    case none
    /// Points against the pull, and turns when letting go will fire.
    case arrow
    case spinner
    /// A symbolic icon of the theme.
    case icon(String)
  }

  struct Button: Equatable {
    let label: String
    let action: RefreshActions.Name
  }

  var indicator = Indicator.none
  var title = ""
  var button: Button?
}

extension RowContent {
  init(header state: RefreshState, titles: HeaderTitles) {
    switch state.moment {
    case .disabled, .idle, .waiting, .exhausted:
      break
    case .peeking, .pulling:
      (indicator, title) = (.arrow, titles.pull)
    case .armed:
      (indicator, title) = (.arrow, titles.release)
    case .running:
      (indicator, title) = (.spinner, titles.refreshing)
    case .succeeded(let summary):
      (indicator, title) = (.icon("object-select-symbolic"), summary ?? titles.done)
    case .failed(let message):
      (indicator, title) = (.icon("dialog-warning-symbolic"), titles.failed.filled(with: message))
    case .cancelled:
      title = titles.cancelled
    }
    if state.isStuck { button = Button(label: text("Cancel"), action: .cancelRefresh) }
  }

  init(footer state: RefreshState, titles: FooterTitles) {
    switch state.moment {
    case .disabled, .succeeded, .cancelled:
      break
    case .idle, .peeking:
      button = Button(label: titles.loadMore, action: .loadMore)
    case .pulling:
      (indicator, title) = (.arrow, titles.pull)
    case .armed:
      (indicator, title) = (.arrow, titles.release)
    case .waiting:
      (indicator, title) = (.spinner, titles.waiting)
    case .running:
      (indicator, title) = (.spinner, titles.loading)
    case .failed(let message):
      indicator = .icon("dialog-warning-symbolic")
      title = message.map { titles.failed.filled(with: $0) } ?? titles.nothingCame
      button = Button(label: titles.retry, action: .loadMore)
    case .exhausted:
      title = titles.exhausted
    }
    if state.isStuck { button = Button(label: text("Cancel"), action: .cancelLoadMore) }
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
    case .waiting, .running: "running"
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .exhausted: "exhausted"
    }
  }
}

extension String {
  /// With `%s` replaced; a reason that is missing leaves nothing behind.
  fileprivate func filled(with reason: String?) -> String {
    replacing("%s", with: reason ?? "")
  }
}
