import CAdwaita
import FoundationEssentials
import PullToRefresh
import TidelineGtk
import TidelineLocalization
import TidelineProgram

/// A preview of the header and the footer, as the list shows them.
final class PullPreview {
  let widget: Clamp
  private let preferences: Preferences
  private let card = Box(.vertical, spacing: 0, role: .group)
  private var rows: [Widget] = []
  /// The state to show in the row at the state's ``RefreshState/edge``. The other row is shown as
  /// armed (pulled far enough). If nil, both rows are shown as armed.
  var state: RefreshState? { didSet { if state != oldValue { draw() } } }

  init(_ preferences: Preferences) {
    self.preferences = preferences
    widget = Clamp(card.asWidget)
    card.setAccessibleLabel(tr("Preview"))
    card.addStyleClass("card")
    card.overflow = .hidden
    // The rows' buttons must do nothing in a preview.
    card.canTarget = false
    gtk_widget_set_can_focus(card.asWidget, 0)
    let sample = Label(tr("Sample Conversation %s", with: 1.grouped))
    sample.xalign = 0
    sample.ellipsize()
    var margins = Margins()
    (margins.top, margins.bottom, margins.start, margins.end) = (8, 8, 12, 12)
    sample.margins = margins
    card.append(sample)
    card.margins = margins
    preferences.observe(PreferenceKey.appearance, for: self) { [weak self] _ in self?.draw() }
    draw()
  }

  private func draw() {
    for row in rows { card.remove(row) }
    var (header, footer) = (RowConfiguration.refresh, RowConfiguration.loadMore)
    preferences.apply(.header, to: &header, LastUpdated(key: "", store: PreviewLastUpdated()))
    preferences.apply(.footer, to: &footer)
    rows = [header.preview(of: state(at: .top)), footer.preview(of: state(at: .bottom))]
    card.prepend(rows[0])
    card.append(rows[1])
  }

  private func state(at edge: PullEdge) -> RefreshState {
    state.flatMap { $0.edge == edge ? $0 : nil } ?? RefreshState(edge: edge, moment: .armed)
  }
}

/// A store whose last refresh was always some minutes ago.
private final class PreviewLastUpdated: LastUpdatedStore {
  func lastUpdated(for key: String) -> Date? { Date(timeIntervalSinceNow: -301) }
  func setLastUpdated(_ date: Date, for key: String) {}
}
