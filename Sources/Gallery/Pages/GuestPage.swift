import PullToRefresh
import TidelineGtk

extension Page {
  static var guest: Page {
    Page(
      "Guest",
      about: """
        Widgets that GtkBuilder made; the library is given a pointer to one of them.
        """
    ) {
      // snippet.show
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
      // snippet.hide
      return page
    }
  }
}
