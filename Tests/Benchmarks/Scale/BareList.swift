import PullToRefreshGtk
import Tideline
import TidelineGtk

/// A list view with rows of the same look but without a store, as the base of comparison.
final class BareList {
  let widget = ScrolledWindow()

  init(keys: KeyListModel) {
    let factory = SignalListItemFactory()
    var rows: [OpaquePointer: ConversationRow] = [:]
    factory.on(.setup) { item in
      let row = ConversationRow()
      item.child = row.widget.asWidget
      rows[item.pointer] = row
    }
    factory.on(.bind) { item in
      guard let key = item.key else { return }
      rows[item.pointer]?.show(SyntheticMail.row(Int(key)))
    }
    factory.on(.teardown) { item in rows[item.pointer] = nil }
    let view = ListView(model: SelectionModel(none: keys.asListModel), factory: factory)
    view.addStyleClass("conversations")
    view.showSeparators = true
    widget.child = view.asWidget
    widget.setPolicy(horizontal: .never, vertical: .automatic)
    widget.setExpand(horizontal: true, vertical: true)
  }
}
