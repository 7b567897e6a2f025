import Mail
import TidelineGtk

/// The selected conversation of a list. GTK selects a position; this object selects a conversation,
/// which may move, be merged into another conversation, or have no row for a while.
final class KeySelection {
  let asSelectionModel: SelectionModel
  /// Called with the conversation that the user has selected, or nil if the user has selected none.
  /// Also called after the selected conversation was merged into another, with that other one.
  var onChange: ((Int64?) -> Void)?
  /// Called when the selected conversation no longer exists, and so nothing is selected.
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
  /// Whether this object is changing GTK's selected position now.
  private var isShowing = false

  init(_ model: ConversationModel) {
    self.model = model
    asSelectionModel = SelectionModel(single: model.keys.asListModel)
    asSelectionModel.connect("notify::selected") { [weak self] in self?.positionChanged() }
    model.onKeysChange = { [weak self] in self?.showSelected() }
  }

  /// Changes the selection when the selected conversation was merged into another or was removed.
  ///
  /// - Parameters:
  ///   - id: the merged or removed conversation; ignored unless it is selected.
  ///   - current: the conversation to select, into which `id` was merged; nil if `id` was removed.
  func follow(_ id: Int64, to current: Int64?) {
    guard key == id, current != id else { return }
    key = current
    if let current { onChange?(current) } else { onGone?() }
  }

  private func positionChanged() {
    // While rows are added and removed, GTK changes the selected position, but the selected
    // conversation stays.
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
