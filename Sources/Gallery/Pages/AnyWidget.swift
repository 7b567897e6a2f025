import PullToRefresh
import TidelineGtk

extension Gallery {
  static var anyWidget: [Page] {
    [
      Page(
        "List box",
        about: "A GtkListBox."
      ) {
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
        return list
      },
      Page(
        "Grid view",
        about: "A GtkGridView."
      ) {
        let rows = Rows(200)
        let grid = GridView(
          model: SelectionModel(none: rows.model.asListModel),
          factory: Rows.factory()
        )
        grid.maxColumns = 3
        grid.setAccessibleLabel("Rows")
        let list = ScrolledWindow(grid).filling()
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
        return list
      },
      Page(
        "Column view",
        about: "A GtkColumnView; the rows slide in below its head."
      ) {
        let rows = Rows()
        let columns = ColumnView(model: SelectionModel(none: rows.model.asListModel))
        columns.append(ColumnViewColumn(title: "Name", factory: Rows.factory()))
        columns.append(ColumnViewColumn(title: "Key", factory: Rows.factory { "\($0)" }))
        columns.setAccessibleLabel("Rows")
        let list = ScrolledWindow(columns).filling()
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
        return list
      },
      Page(
        "Text view",
        about: "A GtkTextView."
      ) {
        let text = TextView()
        text.setReadOnly()
        text.wrapWords()
        text.setPadding(12)
        text.setAccessibleLabel("Log")
        text.text = (1...100).map { "Line \($0)" }.joined(separator: "\n")
        let list = ScrolledWindow(text).filling()
        list.refreshable {
          try await Task.sleep(for: .seconds(1))
          text.text = "A new line\n" + text.text
        }
        return list
      },
      Page(
        "Viewport",
        about: """
          Any widget, here a box of labels, in the viewport that GTK puts around it.
          """
      ) {
        let column = Box(.vertical, spacing: 12)
        for number in 1...60 { column.append(Label("Row \(number)")) }
        let list = ScrolledWindow(column).filling()
        list.refreshable {
          try await Task.sleep(for: .seconds(1))
          column.prepend(Label("A new row"))
        }
        .loadsMore {
          try await Task.sleep(for: .seconds(1))
          for _ in 1...20 { column.append(Label("One more row")) }
          return LoadedRows(added: 20, hasMore: true)
        }
        return list
      },
      Page(
        "Short content",
        about: "Three rows, nothing to scroll: both edges work all the same."
      ) {
        let rows = Rows(3)
        let list = rows.listView()
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
        return list
      },
      Page(
        "Guest",
        about: """
          Widgets that GtkBuilder made; the library is given a pointer to one of them.
          """
      ) {
        let row = """
          <child>
            <object class="GtkListBoxRow">
              <accessibility><property name="label">A row</property></accessibility>
              <property name="child">
                <object class="GtkLabel"><property name="label">A row</property></object>
              </property>
            </object>
          </child>
          """
        let builder = Builder(
          xml: """
            <interface>
              <object class="GtkBox" id="page">
                <child>
                  <object class="GtkScrolledWindow">
                    <property name="hexpand">1</property>
                    <property name="vexpand">1</property>
                    <child>
                      <object class="GtkListBox" id="list">
                        \(String(repeating: row, count: 60))
                      </object>
                    </child>
                  </object>
                </child>
              </object>
            </interface>
            """
        )
        guard let page = builder.pointer(to: "page").flatMap(Widget.at),
          let list = builder.pointer(to: "list").flatMap(Widget.at)
        else { return Label("There is no list.") }
        list.setAccessibleLabel("Rows")
        list.refreshable { try await Task.sleep(for: .seconds(5)) }
        return page
      },
    ]
  }
}
