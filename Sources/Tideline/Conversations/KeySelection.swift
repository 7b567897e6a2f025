import Mail
import TidelineGtk

/// The selected conversations of a list. GTK selects positions; this object selects conversations,
/// which may move, be merged into others, or have no row for a while.
///
/// One selected conversation is read. Several are selected with Ctrl or Shift held, or in the
/// selection mode, in which each click or tap selects one more, or one less.
final class KeySelection {
  let asSelectionModel: SelectionModel
  /// Called with the conversation that is selected alone, or nil if none or several are. Also
  /// called after the selected conversation was merged into another, with that other one.
  var onChange: ((Int64?) -> Void)?
  /// Called when the selected conversation no longer exists, and so nothing is selected.
  var onGone: (() -> Void)?
  /// Called after each change of ``keys`` or ``isSeveral``.
  var onKeys: (() -> Void)?

  /// The selected conversations. If they are several, each has a row.
  private(set) var keys: Set<Int64> = []
  private(set) var isInSelectionMode = false
  /// Whether several conversations are selected, or could be: in the selection mode, the first one
  /// is not read either.
  var isSeveral: Bool { isInSelectionMode || keys.count > 1 }

  /// The conversation that is selected alone. Setting it ends the selection mode, and calls only
  /// ``onKeys``.
  var key: Int64? {
    get { isSeveral ? nil : keys.first }
    set { change(to: newValue.map { [$0] } ?? [], isInMode: false, tells: false) }
  }

  private let model: ConversationModel
  /// Whether this object is changing GTK's selected positions now.
  private var isShowing = false

  init(_ model: ConversationModel) {
    self.model = model
    asSelectionModel = SelectionModel(several: model.keys.asListModel)
    asSelectionModel.connect("selection-changed") { [weak self] in self?.positionsChanged() }
    model.onKeysChange = { [weak self] in self?.rowsChanged() }
  }

  /// Begins the selection mode with one conversation. In the mode, selects or deselects the
  /// conversation; when none is selected any more, the mode ends.
  func pick(_ key: Int64) {
    guard isInSelectionMode else { return change(to: [key], isInMode: true) }
    change(to: keys.symmetricDifference([key]), isInMode: true)
  }

  func selectAll() { asSelectionModel.selectAll() }

  /// Ends the selection mode; nothing is selected.
  func clear() { change(to: [], isInMode: false) }

  /// Changes the selection when the conversation that is selected alone was merged into another or
  /// was removed.
  ///
  /// - Parameters:
  ///   - id: the merged or removed conversation; ignored unless it is selected.
  ///   - current: the conversation to select, into which `id` was merged; nil if `id` was removed.
  func follow(_ id: Int64, to current: Int64?) {
    guard key == id, current != id else { return }
    key = current
    if let current { onChange?(current) } else { onGone?() }
  }

  /// Deselects the conversation that is selected alone, since a folder without it is listed.
  func leave() {
    key = nil
    onGone?()
    // Also closes a conversation that may outlast its row.
    onChange?(nil)
  }

  private func positionsChanged() {
    // While rows are added and removed, GTK changes the selected positions, but the selected
    // conversations stay.
    guard !model.isChanging, !isShowing else { return }
    let now = Set(asSelectionModel.selectedPositions.map { model.keys[$0] })
    if now != keys { change(to: now, isInMode: isInSelectionMode, isShown: true) }
  }

  /// If several conversations are selected, deselects those without a row, which the user cannot
  /// see. If one remains, it is not opened, since the user has not chosen it alone.
  private func rowsChanged() {
    guard isSeveral else { return showSelected() }
    let listed = keys.intersection(model.places.lazy.map(\.id))
    guard listed != keys else { return showSelected() }
    change(to: listed, isInMode: isInSelectionMode || listed.count == 1)
  }

  /// - Parameters:
  ///   - tells: whether to call ``onChange`` if another conversation is selected alone.
  ///   - isShown: whether GTK has selected these conversations already.
  private func change(
    to new: Set<Int64>,
    isInMode: Bool,
    tells: Bool = true,
    isShown: Bool = false
  ) {
    let before = key
    (keys, isInSelectionMode) = (new, isInMode && !new.isEmpty)
    if !isShown { showSelected() }
    onKeys?()
    if tells, key != before { onChange?(key) }
  }

  private func showSelected() {
    let positions =
      keys.count > 1
      ? model.places.indices.filter { keys.contains(model.places[$0].id) }
      : keys.compactMap(model.position)
    guard asSelectionModel.selectedPositions != positions else { return }
    isShowing = true
    asSelectionModel.selectedPositions = positions
    isShowing = false
  }
}
