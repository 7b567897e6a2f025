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
    let (button, menu) = (MenuButton(), Menu())
    menu.append(tr("_Import Look…"), action: "look.import")
    menu.append(tr("_Export Look…"), action: "look.export")
    button.setIcon(name: "view-more-symbolic")
    button.addStyleClass("flat")
    button.tooltipText = tr("Menu of the Look")
    button.setAccessibleLabel(tr("Menu of the Look"))
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

  /// The style sheet of the tiles and the rows.
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
