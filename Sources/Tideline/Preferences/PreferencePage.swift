import CAdwaita
import TidelineGtk

/// A page of the Preferences window: groups of rows, and at its end the buttons that reset it.
final class PreferencePage {
  let widget = PreferencesPage()
  private var rows: [any PreferenceRow] = []

  struct Section {
    var title = ""
    /// A sentence under the title.
    var description: String?
    var rows: [any PreferenceRow] = []
  }

  /// - Parameter end: what stands below the rows.
  init(_ sections: [Section], end: some WidgetConvertible) {
    for section in sections {
      let group = PreferencesGroup()
      group.set(title: section.title, description: section.description)
      for row in section.rows { group.add(row.widget) }
      rows += section.rows
      widget.add(group)
    }
    let group = PreferencesGroup()
    group.add(end)
    widget.add(group)
    reload()
  }

  /// Shows the present values.
  func reload() {
    for row in rows { row.reload() }
  }
}
