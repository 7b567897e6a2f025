import PullToRefresh
import TidelineGtk
import TidelineLooks

extension Page {
  static var look: Page {
    Page(
      "Look Editor",
      about: "The user chooses the look of both rows, and can keep it as a file. Pull, and see it."
    ) {
      let (rows, page) = (Rows(), Box(.vertical, spacing: 0))
      // snippet.show
      let (look, list) = (LookMemory(), rows.listView())
      list.refreshable { _ = try await rows.fetch() }
        .loadsMore { try await rows.nextPage() }
      let shown = Unowned(list)
      look.follow(RowKeys.all, in: list) { look in
        shown.object.refreshController.map { look.apply(to: $0) }
      }
      let editor = LookEditor(look)
      // snippet.hide
      page.append(list)
      page.append(editor.preview.widget)
      let scrolled = ScrolledWindow(editor.widget).filling()
      scrolled.setPolicy(horizontal: .never, vertical: .automatic)
      page.append(scrolled)
      page.own(editor, key: "editor")
      return page
    }
  }
}
