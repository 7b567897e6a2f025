import CAdwaita
import TidelineGtk

/// The layout of a window's panes: folders, conversations and reading pane, side by side.
///
/// In a window narrower than ``breakpoint``, the folders cover the list while they are shown. If
/// the list and the reading pane do not fit side by side, only one of the two is shown.
final class WindowLayout {
  let widget = Flap()
  private let leaflet = Leaflet()
  private let list: Widget
  private let reading: Widget
  private let bars: WindowBars
  /// Whether there are folders to choose from.
  private(set) var hasFolders = false
  /// Whether the panes are visible; a page may be shown instead of them.
  var isShown = true {
    didSet { changed() }
  }
  private(set) lazy var foldersAction: SimpleAction = .toggle("show-folders") { [weak self] in
    self?.widget.isRevealed = $0
  }

  /// Whether the user wants the folders beside the list, if there is room for them.
  var wantsFolders = true
  /// Called when the user has shown or hidden the folders beside the list.
  var onFoldersWanted: ((Bool) -> Void)?
  /// Whether the program itself is showing or hiding the folders.
  private var isArranging = false
  /// Whether the panes were laid out. Before the first layout, the folders are not revealed:
  /// AdwFlap would divide by their width, which is not known yet.
  private var isLaidOut = false

  /// Called when the visible panes may have changed.
  var onChange: (() -> Void)?

  /// The least width in px of a window in which three panes are comfortable to read.
  static let breakpoint = 900
  /// The least widths in px: two panes fit on a tablet in portrait. The list uses `wideList` in a
  /// wide window, else `list`; beside the reading pane, it never gets wider than that.
  private static let widths = (folders: 220, list: 320, wideList: 400, reading: 320)

  init(
    folders: some WidgetConvertible,
    list: some WidgetConvertible,
    reading: some WidgetConvertible,
    bars: WindowBars
  ) {
    self.bars = bars
    let folders = Self.pane(bars.folders, folders)
    self.list = Self.pane(bars.list, list)
    self.reading = Self.pane(bars.reading, reading)
    folders.setSizeRequest(width: Self.widths.folders)
    self.list.setSizeRequest(width: Self.widths.wideList)
    self.list.setExpand(horizontal: false)
    self.reading.setSizeRequest(width: Self.widths.reading)
    self.reading.setExpand(horizontal: true)
    leaflet.append(self.list)
    leaflet.append(separator: Self.line())
    leaflet.append(self.reading)
    leaflet.setSwipeBack(true)
    leaflet.show(self.list)
    widget.setContent(leaflet)
    widget.setFlap(folders)
    widget.setSeparator(Self.line())
    widget.isRevealed = false
    widget.isFolded = false
    widget.setSwipeToOpen(false)
    for name in ["notify::folded", "notify::reveal-flap"] {
      widget.connect(name) { [weak self] in self?.changed() }
    }
    for name in ["notify::folded", "notify::visible-child"] {
      leaflet.connect(name) { [weak self] in self?.changed() }
    }
    widget.connect("notify::reveal-progress") { [weak self] in
      guard let widget = self?.widget else { return }
      let isAtRest = widget.revealProgress == (widget.isRevealed ? 1 : 0)
      if isAtRest { widget.setSlides(true) }
    }
    widget.connect("realize") { [weak self] in self?.followWidth() }
    changed()
  }

  var foldersCover: Bool { widget.isFolded && widget.isRevealed }

  func showReading() { leaflet.show(reading) }

  /// Shows the list, if the reading pane has replaced it.
  func showList() { leaflet.show(list) }

  var canGoBack: Bool { foldersCover || showsReadingOnly }

  /// Whether the reading pane has replaced the list.
  var showsReadingOnly: Bool { leaflet.isFolded && leaflet.shows(reading) }

  /// Whether the keyboard's focus is in the reading pane or its header bar.
  var readingContainsFocus: Bool { reading.containsFocus }

  /// Hides the folders if they cover the list, or else shows the list instead of the reading pane.
  func goBack() {
    if foldersCover { widget.isRevealed = false } else { showList() }
  }

  /// Adds the folders to the layout, or removes them.
  func showFolders(_ areThere: Bool) {
    guard areThere != hasFolders else { return }
    hasFolders = areThere
    if isLaidOut { arrange(folded: widget.isFolded, slides: false) }
    widget.setSwipeToOpen(areThere)
    changed()
  }

  /// - Parameter slides: whether the folders slide, so that the user sees where they come from.
  ///   False when a mailbox is opened: the folders appear at once.
  private func arrange(folded: Bool, slides: Bool) {
    isArranging = true
    widget.isFolded = folded
    let isRevealed = hasFolders && !folded && wantsFolders
    if isRevealed != widget.isRevealed {
      widget.setSlides(slides)
      widget.isRevealed = isRevealed
    }
    isArranging = false
  }

  /// Arranges the panes for the width after each layout: GTK does not report changes of the width.
  private func followWidth() {
    _ = widget.frameClock?.after(.layout) { [weak self] in
      guard let self, widget.width > 0 else { return }
      let isNarrow = widget.width < Self.breakpoint
      guard !isLaidOut || isNarrow != widget.isFolded else { return }
      list.setSizeRequest(width: isNarrow ? Self.widths.list : Self.widths.wideList)
      arrange(folded: isNarrow, slides: isLaidOut)
      isLaidOut = true
    }
  }

  /// Updates the bars and the folders' action, and reports whether the user wants the folders. The
  /// first and the last visible bar get the window's buttons, such as the button to close it.
  private func changed() {
    foldersAction.isOn = widget.isRevealed
    foldersAction.isEnabled = hasFolders && isShown
    let foldersBeside = widget.isRevealed && !widget.isFolded
    let isByUser = isLaidOut && !isArranging
    if hasFolders, !widget.isFolded, isByUser, widget.isRevealed != wantsFolders {
      wantsFolders = widget.isRevealed
      onFoldersWanted?(wantsFolders)
    }
    bars.folders.showTitleButtons(start: true, end: false)
    bars.list.showTitleButtons(start: !foldersBeside, end: leaflet.isFolded)
    bars.reading.showTitleButtons(start: leaflet.isFolded, end: true)
    bars.back.isVisible = leaflet.isFolded
    bars.showFolders.isVisible = hasFolders
    onChange?()
  }

  private static func pane(_ bar: HeaderBar, _ content: some WidgetConvertible) -> Widget {
    let pane = Box(.vertical, spacing: 0)
    pane.addStyleClass("background")
    pane.append([bar, content])
    return pane.asWidget
  }

  private static func line() -> Separator { Separator(.vertical) }
}
