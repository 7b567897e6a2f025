import PullToRefresh
import TidelineGtk

extension Page {
  static var listBox: Page {
    Page(
      "List box",
      about: "A GtkListBox."
    ) {
      // snippet.show
      let box = ListBox()
      box.setAccessibleLabel("Rows")
      @MainActor func append(_ numbers: Range<Int>) {
        for number in numbers { box.insert(Label("Row \(number)"), name: "Row \(number)") }
      }
      append(1..<61)
      var count = 60
      let list = ScrolledWindow(box).filling()
      list.refreshable {
        try await Task.sleep(for: .seconds(1))
        box.insert(Label("A new row"), at: 0, name: "A new row")
      }
      .loadsMore {
        try await Task.sleep(for: .seconds(1))
        append(count + 1..<count + 21)
        count += 20
        return LoadedRows(added: 20, hasMore: true)
      }
      // snippet.hide
      return list
    }
  }
}
