import PullToRefresh
import TidelineGtk

extension Page {
  static var textView: Page {
    Page(
      "Text view",
      about: "A GtkTextView."
    ) {
      // snippet.show
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
      // snippet.hide
      return list
    }
  }
}
