import Mail
import TidelineGtk

/// Which conversation of a list is selected. GTK selects a position; this is a conversation, which
/// moves, becomes part of another one, or has no row for a while.
final class KeySelection {
  let asSelectionModel: SelectionModel
  /// Called when the user has selected another one, or none, or when it became part of another.
  var onChange: ((Int64?) -> Void)?
  /// Called when it is gone; none is selected then.
  var onGone: (() -> Void)?

  var key: Int64? {
    get { selected }
    set {
      selected = newValue
      showSelected()
    }
  }

  private let model: ConversationModel
  private var selected: Int64?
  /// Whether a change of the position comes from here.
  private var isShowing = false

  init(_ model: ConversationModel) {
    self.model = model
    asSelectionModel = SelectionModel(single: model.keys.asListModel)
    asSelectionModel.connect("notify::selected") { [weak self] in self?.positionChanged() }
    model.onKeysChange = { [weak self] in self?.showSelected() }
  }

  /// Follows a conversation that went into another one, or is gone.
  ///
  /// - Parameters:
  ///   - id: nothing is done where another one is selected by now.
  ///   - current: what it is or went into; nil when it is gone.
  func follow(_ id: Int64, to current: Int64?) {
    guard key == id, current != id else { return }
    key = current
    if let current { onChange?(current) } else { onGone?() }
  }

  private func positionChanged() {
    // While rows come and go, GTK moves or loses the position; what is selected stays.
    guard !model.isChanging, !isShowing else { return }
    let now = asSelectionModel.selectedPosition.map { model.keys[$0] }
    guard now != selected else { return }
    selected = now
    onChange?(now)
  }

  private func showSelected() {
    let position = selected.flatMap { model.position(of: $0) }
    guard asSelectionModel.selectedPosition != position else { return }
    isShowing = true
    asSelectionModel.selectedPosition = position
    isShowing = false
  }
}
