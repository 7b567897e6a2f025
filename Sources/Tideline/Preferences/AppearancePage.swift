import CAdwaita
import FoundationEssentials
import PullToRefresh
import TidelineGtk
import TidelineProgram

/// The Appearance page: the look and the titles of a list's refresh header and load-more footer.
final class AppearancePage {
  let widget = PreferencesPage()
  private let preferences: Preferences
  private let footer: FooterLook
  private var titles: [(row: ActionRow, state: RefreshState)] = []

  init(_ preferences: Preferences, _ undo: UndoToast) {
    self.preferences = preferences
    footer = FooterLook(preferences)
    widget.add(title: tr("Style"), [preferences.styleTiles(.header, tr("Style"))])
    widget.add(look(.header) + [footerRow(undo)])
    let hint = tr("An empty title stands for the usual words.")
    let headerTitles = titleRow(tr("Titles of a Refresh"), .header)
    let footerTitles = titleRow(tr("Titles of Load More"), .footer)
    widget.add(title: tr("Titles"), description: hint, [headerTitles, footerTitles])
    let key = PreferenceKey.showsLastUpdate
    let effect = tr("A second line says when the list was refreshed")
    let date = preferences.switchRow(key, tr("Show Last Update"), hint: effect)
    widget.add(title: tr("Last Update"), [date, formatRow()])
  }

  /// The state in which the header or the footer shows the title whose entry has the keyboard's
  /// focus; nil if no such entry has the focus.
  var focusedState: RefreshState? { titles.first { $0.row.containsFocus }?.state }

  private func look(_ keys: RowKeys) -> [any WidgetConvertible] {
    [
      preferences.pictureRow(keys),
      preferences.colorRow(keys.indicatorColor, tr("Indicator Color")),
      preferences.colorRow(keys.titleColor, tr("Title Color")),
      preferences.fontRow(keys.titleFont, tr("Title Font")),
      preferences.switchRow(keys.fadesWithPull, tr("Fades In While Pulled")),
    ]
  }

  private func footerRow(_ undo: UndoToast) -> ExpanderRow {
    let (row, control) = (ExpanderRow(title: tr("Another Look for the Footer")), Switch())
    control.setAccessibleLabel(tr("Another Look for the Footer"))
    row.add(suffix: control)
    let tiles = preferences.styleTiles(.footer, tr("Style of the Footer"))
    tiles.addStyleClass("style-tiles")
    for part in [tiles] + look(.footer) { row.add(part.asWidget) }
    let (expander, shown) = (Unowned(row), Unowned(control))
    footer.onChange = { [weak footer] in
      guard let footer, shown.isAlive else { return }
      shown.object.isActive = footer.isOwn
      expander.object.enablesExpansion = footer.isOwn
    }
    footer.onChange?()
    control.onChange { [weak footer, weak undo] in
      guard let footer, shown.object.isActive != footer.isOwn else { return }
      if !footer.isOwn { return footer.setOwn(true) }
      let title = tr("The footer looks like the header")
      undo?.change(RowKeys.footer.look, title) { footer.setOwn(false) }
    }
    return row
  }

  private func titleRow(_ label: String, _ keys: RowKeys) -> ExpanderRow {
    let expander = ExpanderRow(title: label)
    for choice in keys.titles {
      let usual = keys.defaultRow.titles[keyPath: choice.path]
      let row = preferences.entryRow(choice.key, choice.label, usual: usual)
      titles.append((row, choice.state))
      expander.add(row)
    }
    return expander
  }

  /// A row to choose one of a few date formats. If the stored format is another one, it is offered,
  /// too. Each format is shown by an example.
  private func formatRow() -> ComboRow {
    let own = preferences.text(PreferenceKey.dateFormat)
    let few = ["", "%R", "%x %R", "%F %R"]
    let example = Date(timeIntervalSinceNow: -301)
    let formats = (few.contains(own) ? few : few + [own]).map {
      ($0, LastUpdated.Format(stored: $0).text(of: example) ?? $0)
    }
    return preferences.choiceRow(PreferenceKey.dateFormat, tr("Date Format"), formats)
  }
}
