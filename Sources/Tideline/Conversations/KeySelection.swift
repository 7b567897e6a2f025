import Gtk
import Mail

/// Which conversation of a list is selected. GTK selects a position; this is a conversation, which
/// moves, becomes part of another one, or has no row for a while.
final class KeySelection {
  let asSelectionModel: SelectionModel
  /// Called when the user has selected another one, or none, or when it became part of another.
  var onChange: ((Int64?) -> Void)?
  /// Called when it is gone; none is selected then.
  var onGone: (() -> Void)?

  var key: Int64? {
    get { current }
    set {
      current = newValue
      showSelected()
    }
  }

  private let model: ConversationModel
  private var current: Int64?
  /// Whether a change of the position comes from here.
  private var isShowing = false

  init(_ model: ConversationModel) {
    self.model = model
    asSelectionModel = SelectionModel(single: model.keys.asListModel)
    asSelectionModel.connect("notify::selected") { [weak self] in self?.positionChanged() }
    model.onKeysChange = { [weak self] in self?.showSelected() }
  }

  /// Goes where a refresh has put the conversation.
  func follow(_ changes: [ConversationChange]) {
    guard let was = current else { return }
    var heirs: [Int64: Int64] = [:]
    var removed: Set<Int64> = []
    for change in changes {
      switch change {
      case .merged(let from, let into): heirs[from] = into
      case .removed(let id): removed.insert(id)
      case .insert, .update: break
      }
    }
    var now = was
    while let heir = heirs[now], heir < now { now = heir }
    if removed.contains(now) {
      key = nil
      onGone?()
    } else if now != was {
      key = now
      onChange?(now)
    }
  }

  private func positionChanged() {
    // While rows come and go, GTK moves or loses the position; what is selected stays.
    guard !model.isChanging, !isShowing else { return }
    let selected = asSelectionModel.selectedPosition.map { model.keys[$0] }
    guard selected != current else { return }
    current = selected
    onChange?(selected)
  }

  private func showSelected() {
    let position = current.flatMap { model.position(of: $0) }
    guard asSelectionModel.selectedPosition != position else { return }
    isShowing = true
    asSelectionModel.selectedPosition = position
    isShowing = false
  }
}
