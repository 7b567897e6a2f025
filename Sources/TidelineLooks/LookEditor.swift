import PullToRefresh
import TidelineGtk

/// Chooses the look and the titles of a list's refresh header and load-more footer. Each change
/// takes effect at once, in the preview and in each list that follows the store:
///
/// ```swift
/// let look = LookMemory()
/// look.follow(RowKeys.all, in: list) { $0.apply(to: controller) }
/// let editor = LookEditor(look)
/// page.append(editor.widget)
/// page.own(editor, key: "editor")
/// ```
///
/// CSS: ``css``.
package final class LookEditor {
  package let widget = Box(.vertical, spacing: 24)
  /// Shows both rows; may be placed where it does not scroll away.
  package let preview: PullPreview
  /// The name of an exported file that is suggested.
  package var fileName = "Rows.look"
  /// Makes a change of many values at once. An app may also offer to undo it.
  package var change: (_ keys: [String], _ title: String, _ change: () -> Void) -> Void = { $2() }
  /// Called when a look could not be imported or exported.
  package var onProblem: (_ heading: String, _ body: String) -> Void = { _, _ in }
  /// Writes an exported look; returns the reason why that has failed.
  package var write: (_ look: String, _ path: String) -> String? = { look, path in
    do throws(PrivateFile.Failure) {
      try PrivateFile.write(Array(look.utf8), to: path)
      return nil
    } catch { return error.description }
  }
  private let store: any LookStore
  private let footer: FooterLook

  package init(_ store: some LookStore) {
    self.store = store
    preview = PullPreview(store)
    footer = FooterLook(store)
    addLook(of: store)
    let hint = tr("An empty title stands for the usual words.")
    addTitles(of: store, .header, tr("Titles of a Refresh"), hint)
    addTitles(of: store, .footer, tr("Titles of Load More"), hint)
    let actions = SimpleActionGroup()
    actions.add(.named("import") { [weak self] in self?.askForLook() })
    actions.add(.named("export") { [weak self] in self?.askForPlace() })
    widget.insert(actions, prefix: "look")
  }

  private func addLook(of store: some LookStore) {
    let group = LookGroup(tr("Style"), control: Self.menu.asWidget)
    let ownLook = LookGroup(tr("Look of the Footer"))
    for (group, keys, label) in [
      (group, RowKeys.header, tr("Style")), (ownLook, .footer, tr("Style of the Footer")),
    ] {
      group.widget.place(store.styleTiles(keys, label), after: group.widget.children.first)
      for row in [
        store.pictureRow(keys), store.colorRow(keys.indicatorColor, tr("Indicator Color")),
        store.colorRow(keys.titleColor, tr("Title Color")),
        store.fontRow(keys.titleFont, tr("Title Font")),
        store.switchRow(keys.fadesWithPull, tr("Fades In While Pulled")),
      ] { group.add(row) }
      widget.append(group.widget)
    }
    let control = Switch()
    control.setAccessibleLabel(tr("Another Look for the Footer"))
    group.add(LookRow(tr("Another Look for the Footer"), control))
    let (shown, own) = (Unowned(control), Unowned(ownLook.widget))
    footer.onChange = { [weak footer] in
      guard let footer, shown.isAlive else { return }
      shown.object.isActive = footer.isOwn
      own.object.isVisible = footer.isOwn
    }
    footer.onChange?()
    control.onChange { [weak self] in
      guard let self, shown.object.isActive != footer.isOwn else { return }
      if !footer.isOwn { return footer.setOwn(true) }
      change(RowKeys.footer.look, tr("The footer looks like the header")) { footer.setOwn(false) }
    }
  }

  private func addTitles(
    of store: some LookStore,
    _ keys: RowKeys,
    _ title: String,
    _ hint: String
  ) {
    let (group, usual) = (LookGroup(title, description: hint), store.defaultRow(keys).titles)
    for choice in keys.titles {
      group.add(
        store.titleRow(choice, usual: usual[keyPath: choice.path], in: title, preview)
      )
    }
    widget.append(group.widget)
  }

  // MARK: Import and export

  private static var menu: MenuButton {
    let button = MenuButton.make("view-more-symbolic", tr("Menu of the Look"), isFlat: true)
    let menu = Menu()
    menu.append(tr("_Import Look…"), action: "look.import")
    menu.append(tr("_Export Look…"), action: "look.export")
    button.setMenu(menu)
    return button
  }

  private func askForPlace() {
    let kind = FileChooser.Kind.save(name: fileName)
    FileChooser.ask(kind, tr("Export Look"), tr("_Save"), over: widget) { [weak self] path in
      guard let self, let reason = write(LookFile.text(of: store), path) else { return }
      onProblem(tr("The look was not exported"), reason)
    }
  }

  private func askForLook() {
    FileChooser.ask(.file, tr("Import Look"), tr("_Open"), over: widget) { [weak self] path in
      guard let self else { return }
      do throws(LookFile.Problem) {
        let look = try LookFile.look(in: LookFile.contents(path))
        change(RowKeys.all, tr("Look imported")) { LookFile.apply(look, to: store) }
      } catch {
        onProblem(tr("The look was not imported"), error.sentences.joined(separator: "; "))
      }
    }
  }

  package static let css = """
    .style-tile { padding: 3px; }
    /* The room for a title is at the indicator's other side. */
    .style-tile box.refresh-row:dir(ltr) { padding: 0 0 0 12px; }
    .style-tile box.refresh-row:dir(rtl) { padding: 0 12px 0 0; }
    .style-tile:checked { box-shadow: inset 0 0 0 2px @accent_color; }
    .boxed-list box.header { margin: 0 12px; min-height: 50px; }
    .boxed-list box.title { margin: 6px 0; }
    .boxed-list label.subtitle { font-size: smaller; }
    """
}

/// Makes the footer look like the header, until the user asks for another look.
package final class FooterLook {
  /// Whether the footer has a look of its own.
  package private(set) var isOwn: Bool { didSet { if isOwn != oldValue { onChange?() } } }
  /// Called after each change of ``isOwn``, also by a reset, an import or another program.
  var onChange: (() -> Void)?

  private let store: any LookStore
  /// The values of the header's look, as of its last change.
  private var before: [String]

  private static let (header, footer) = (RowKeys.header.look, RowKeys.footer.look)

  package init(_ store: some LookStore) {
    self.store = store
    before = Self.header.map(store.value)
    isOwn = before != Self.footer.map(store.value)
    store.observe(Self.header + Self.footer, for: self) { [weak self] in self?.follow($0) }
  }

  func setOwn(_ isOwn: Bool) {
    self.isOwn = isOwn
    if !isOwn { copy(Array(Self.header.indices), of: before) }
  }

  private func follow(_ keys: Set<String>) {
    let (old, now, footer) = (
      before, Self.header.map(store.value), Self.footer.map(store.value)
    )
    before = now
    if !keys.isDisjoint(with: Self.footer) {
      // A reset or an import may change both looks together. If only the footer was changed, a look
      // of its own remains its own, even if it equals the header's.
      if !isOwn || !keys.isDisjoint(with: Self.header) { isOwn = now != footer }
    } else if !isOwn {
      // Copies a value only if the footer still has the header's old value. Otherwise, another
      // program has changed both, and this object will be notified of the footer's change, too.
      copy(now.indices.filter { now[$0] != old[$0] && footer[$0] == old[$0] }, of: now)
    }
  }

  private func copy(_ places: [Int], of values: [String]) {
    store.changeTogether {
      for place in places { store.set(values[place], for: Self.footer[place]) }
    }
  }
}

extension LookStore {
  /// Tiles to choose a row's indicator style. Each tile previews one style in header and footer.
  ///
  /// - Parameter label: the accessible label of the group of tiles.
  func styleTiles(_ keys: RowKeys, _ label: String) -> Box {
    let tiles = Box.flow(role: .group)
    tiles.setAccessibleLabel(label)
    for style in IndicatorChoice.allCases {
      let tile = ToggleButton()
      tile.addStyleClass("style-tile")
      tile.setAccessibleLabel(style.label)
      if let first = tiles.children.first?.as(ToggleButton.self) { tile.join(first) }
      let shown = Unowned(tile)
      follow([keys.picture, keys.indicator], in: tile) {
        shown.object.asButton.setChild(Self.tile(style, $0.tileIndicator(style, keys)))
        shown.object.isActive = $0.value(keys.indicator) == style.rawValue
        shown.object.asWidget.isSensitive = $0.isWritable(keys.indicator)
      }
      tile.connect("toggled") { [weak self] in
        if shown.object.isActive { self?.choose(style.rawValue, for: keys.indicator) }
      }
      tiles.append(tile)
    }
    return tiles
  }

  /// The indicator on a style's tile: for the style `picture` without a file, an icon.
  private func tileIndicator(_ style: IndicatorChoice, _ keys: RowKeys) -> IndicatorStyle {
    style == .picture && value(keys.picture).isEmpty
      ? .picture(IndicatorPicture(icon: "image-x-generic-symbolic")) : indicator(style, keys)
  }

  /// A tile's content: the header, two lines in place of the list, the footer, the style's name.
  private static func tile(_ style: IndicatorChoice, _ indicator: IndicatorStyle) -> Box {
    var (header, footer) = (RowConfiguration.refresh, RowConfiguration.loadMore)
    (header.indicator, footer.indicator) = (indicator, indicator)
    (header.fadesWithPull, footer.fadesWithPull) = (false, false)
    (header.titles.pull, footer.titles.pull) = ("", "")
    var metrics = PullMetrics()
    (metrics.refreshHeight, metrics.loadHeight) = (40, 40)
    let pulled = { (edge: PullEdge) in RefreshState(edge: edge, moment: .pulling, progress: 0.7) }
    let name = Label(style.label)
    name.addStyleClass("caption")
    let content = Box(.vertical, spacing: 6)
    content.append(header.preview(of: pulled(.top), metrics: metrics))
    for _ in 0..<2 { content.append(Separator(.horizontal)) }
    content.append(footer.preview(of: pulled(.bottom), metrics: metrics))
    content.append(name)
    return content
  }
}
