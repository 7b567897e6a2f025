import FoundationEssentials
import PullToRefresh
import TidelineGtk
import TidelineLocalization

/// A preview of the header and the footer, as the list shows them.
package final class PullPreview {
  package let widget = Box(.vertical, spacing: 0)
  private let store: any LookStore
  private let card = Box(.vertical, spacing: 0, role: .group)
  private var rows: [Widget] = []
  /// The state to show in the row at the state's ``RefreshState/edge``. The other row is shown as
  /// armed (pulled far enough). If nil, both rows are shown as armed.
  package var state: RefreshState? { didSet { if state != oldValue { draw() } } }

  package init(_ store: some LookStore) {
    self.store = store
    widget.append(card)
    card.setAccessibleLabel(tr("Preview"))
    card.addStyleClass("card")
    card.clip()
    // The rows' buttons must do nothing in a preview.
    card.canTarget = false
    card.canFocus = false
    let sample = Label(tr("Sample Conversation %s", with: 1.grouped))
    sample.xalign = 0
    sample.ellipsize()
    var margins = Margins()
    (margins.top, margins.bottom, margins.start, margins.end) = (8, 8, 12, 12)
    sample.margins = margins
    card.append(sample)
    card.margins = margins
    store.observe(RowKeys.all, for: self) { [weak self] _ in self?.draw() }
    draw()
  }

  private func draw() {
    for row in rows { card.remove(row) }
    var (header, footer) = (RowConfiguration.refresh, RowConfiguration.loadMore)
    store.apply(.header, to: &header, LastUpdated(key: "", store: PreviewLastUpdated()))
    store.apply(.footer, to: &footer)
    rows = [header.preview(of: state(at: .top)), footer.preview(of: state(at: .bottom))]
    card.prepend(rows[0])
    card.append(rows[1])
  }

  /// Shows a state while an entry has the focus, and no longer.
  func show(_ state: RefreshState, _ hasFocus: Bool) {
    if hasFocus { self.state = state } else if self.state == state { self.state = nil }
  }

  private func state(at edge: PullEdge) -> RefreshState {
    state.flatMap { $0.edge == edge ? $0 : nil } ?? RefreshState(edge: edge, moment: .armed)
  }
}

/// A store whose last refresh was always some minutes ago.
package struct PreviewLastUpdated: LastUpdatedStore {
  package init() {}
  package func lastUpdated(for key: String) -> Date? { Date(timeIntervalSinceNow: -301) }
  package func setLastUpdated(_ date: Date, for key: String) {}
}
