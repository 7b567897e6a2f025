import Gtk
import Mail
import PullToRefresh

/// The list of conversations: a list view over the model, with pull-to-refresh and load-more.
final class ConversationList {
  /// What stands in the window.
  let widget = ScrolledWindow()
  let model = ConversationModel()
  private let view: ListView
  /// The rows on the screen, by the address of the list item that shows them.
  private var rows: [OpaquePointer: ConversationRow] = [:]
  private var shown: [Int64: OpaquePointer] = [:]

  init() {
    let factory = SignalListItemFactory()
    view = ListView(model: SelectionModel(none: model.keys.asListModel), factory: factory)
    view.addStyleClass("conversations")
    view.setAccessibleLabel(tr("Conversations"))
    view.showsSeparators = true
    widget.child = view.asWidget
    widget.setPolicy(horizontal: .never, vertical: .automatic)
    widget.setExpand(horizontal: true, vertical: true)
    makeRows(factory)
    model.onContentChange = { [weak self] in self?.showAgain($0) }
  }

  func grabFocus() { view.grabFocus() }

  private func makeRows(_ factory: SignalListItemFactory) {
    factory.on(.setup) { [weak self] item in
      let row = ConversationRow()
      item.child = row.widget.asWidget
      self?.rows[item.pointer] = row
    }
    factory.on(.bind) { [weak self] item in
      guard let self, let key = item.key, let conversation = model[key] else { return }
      shown[key] = item.pointer
      rows[item.pointer]?.show(conversation)
    }
    factory.on(.unbind) { [weak self] item in
      guard let self, let key = item.key, shown[key] == item.pointer else { return }
      shown[key] = nil
    }
    factory.on(.teardown) { [weak self] item in
      self?.rows[item.pointer] = nil
    }
  }

  private func showAgain(_ conversation: Conversation) {
    guard let item = shown[conversation.id] else { return }
    rows[item]?.show(conversation)
  }
}
