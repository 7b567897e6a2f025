import CAdwaita
import TidelineGtk

/// Where a window's panes stand: folders, conversations and what is read, side by side.
///
/// Below ``breakpoint`` the folders lie over the list while they are shown; where two panes do not
/// fit either, what is read takes the list's place.
final class WindowLayout {
  let widget = Flap()
  private let leaflet = Leaflet()
  private let list: Widget
  private let reading: Widget
  private let bars: WindowBars
  /// Whether there are folders to choose from.
  private(set) var hasFolders = false
  /// Whether the panes are seen; there may be a page in their place.
  var isShown = true {
    didSet { changed() }
  }
  /// Shows and hides the folders.
  private(set) lazy var foldersAction: SimpleAction = .toggle("show-folders") { [weak self] in
    self?.widget.isRevealed = $0
  }

  /// Whether the folders stand beside the list where there is room for them.
  var wantsFolders = true
  /// Called when the user has shown or hidden them there.
  var onFoldersWanted: ((Bool) -> Void)?
  /// Whether it is the program that shows or hides them.
  private var isArranging = false
  /// Whether the panes have had their places. Until then folders are not revealed: AdwFlap would
  /// divide by the width that they have.
  private var isLaidOut = false

  /// Called when the panes that are seen have changed.
  var onChange: (() -> Void)?

  /// In px. Three panes of the least width that one reads comfortably in.
  static let breakpoint = 900
  /// In px: least widths, with which two panes fit on a tablet that stands upright. The list does
  /// not grow beyond its own beside what is read; where there is room, that is the wide one.
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

  /// Whether the folders lie over the other panes.
  var foldersCover: Bool { widget.isFolded && widget.isRevealed }

  /// Brings what is read into sight.
  func showReading() { leaflet.show(reading) }

  /// Brings the list into sight where what is read stands in its place.
  func showList() { leaflet.show(list) }

  /// Whether something lies over the list, or stands in its place.
  var canGoBack: Bool { foldersCover || showsReadingOnly }

  /// Whether what is read stands in the list's place.
  var showsReadingOnly: Bool { leaflet.isFolded && leaflet.shows(reading) }

  /// Whether the keyboard's focus is on what is read, or on its header bar.
  var readingContainsFocus: Bool { reading.containsFocus }

  /// Brings the list into sight.
  func goBack() {
    if foldersCover { widget.isRevealed = false } else { showList() }
  }

  /// Offers folders to choose from, or takes that away.
  func showFolders(_ areThere: Bool) {
    guard areThere != hasFolders else { return }
    hasFolders = areThere
    if isLaidOut { arrange(folded: widget.isFolded, slides: false) }
    widget.setSwipeToOpen(areThere)
    changed()
  }

  /// - Parameter slides: whether folders slide into their place or out of it, so that one sees
  ///   where they come from. With a mailbox they are there at once.
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

  /// Each frame that lays something out, since GTK tells of a widget's width in no other way.
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

  /// The buttons that close the window stand in its corner, whichever pane that is.
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
    pane.append(bar)
    pane.append(content)
    return pane.asWidget
  }

  private static func line() -> Separator { Separator(.vertical) }
}
