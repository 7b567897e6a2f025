import TidelineGtk

/// A page's code, which can be read and copied.
final class CodePane {
  let widget = Box(.vertical, spacing: 0)

  init(_ page: Page) {
    let path = Label(Self.caption(of: page))
    path.ellipsize()
    path.xalign = 0
    path.addStyleClass("caption")
    let code = TextView()
    code.setReadOnly()
    code.setMonospace()
    code.wrapWords()
    code.setPadding(12)
    // Sets the direction, because code reads from left to right in every language.
    code.setDirection(.leftToRight)
    code.setAccessibleLabel("Code")
    code.text = PageSource.snippet(of: page.file) ?? Self.missing(page)
    widget.append(path)
    widget.append(ScrolledWindow(code).filling())
    widget.setSizeRequest(width: 240)
  }

  private static func caption(of page: Page) -> String {
    "Pages/" + (page.file.split(separator: "/").last ?? "")
  }

  private static func missing(_ page: Page) -> String {
    "The code is read from where it was compiled, and is not there any more:\n\n\(page.file)"
  }
}
