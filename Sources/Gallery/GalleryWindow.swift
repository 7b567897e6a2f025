import TidelineGtk

/// A list of the pages, and beside it the chosen page with its code. Each choice makes a new page.
final class GalleryWindow {
  private let sidebar = ListBox()
  private let place = Box(.vertical, spacing: 0)
  /// The page of each row in the sidebar; nil for headings.
  private var entries: [Page?] = []
  private var shown: (page: Page, content: Box)?

  /// Shows a window, which keeps this object alive.
  static func open(_ application: Application, page: Page?) {
    let gallery = GalleryWindow()
    let all = Box(.horizontal, spacing: 0)
    let scrolled = ScrolledWindow(gallery.sidebar)
    scrolled.setPolicy(horizontal: .never, vertical: .automatic)
    all.append(scrolled)
    all.append(gallery.place)
    let window = Window(
      of: application,
      title: "Pull to Refresh Gallery",
      width: 1120,
      height: 720,
      child: all
    )
    window.own(gallery, key: "gallery")
    gallery.select(page)
    window.present()
  }

  private init() {
    for section in Gallery.sections {
      append(heading: section.title)
      for page in section.pages { append(page) }
    }
    sidebar.addStyleClass("navigation-sidebar")
    sidebar.setAccessibleLabel("Pages")
    sidebar.onSelection { [weak self] in self?.showSelected() }
    place.setExpand(horizontal: true, vertical: true)
  }

  private func append(heading: String) {
    let label = Label(heading)
    label.xalign = 0
    label.addStyleClass("heading")
    sidebar.insert(label, name: heading, isSelectable: false)
    entries.append(nil)
  }

  private func append(_ page: Page) {
    let label = Label(page.title)
    label.xalign = 0
    sidebar.insert(label, name: page.title)
    entries.append(page)
  }

  /// - Parameter page: nil for the first one.
  private func select(_ page: Page?) {
    sidebar.selectedIndex = entries.firstIndex { entry in
      entry.map { page == nil || $0.name == page?.name } ?? false
    }
  }

  private func showSelected() {
    guard let index = sidebar.selectedIndex, let page = entries[index] else { return }
    if let shown {
      guard shown.page.name != page.name else { return }
      place.remove(shown.content)
    }
    let content = content(of: page)
    place.append(content)
    shown = (page, content)
  }

  private func content(of page: Page) -> Box {
    let about = Label(page.about)
    about.wrap()
    about.xalign = 0
    about.addStyleClass("about")
    let live = Box(.vertical, spacing: 0)
    live.append(page.make().asWidget)
    live.setSizeRequest(width: 240)
    let both = Paned(.horizontal)
    both.set(start: live, end: CodePane(page).widget)
    both.position = 400
    both.setExpand(vertical: true)
    let content = Box(.vertical, spacing: 0)
    content.append(about)
    content.append(both)
    return content
  }
}

/// A page's code, which can be read and copied.
private final class CodePane {
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
    code.text = page.code ?? Self.missing(page)
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
