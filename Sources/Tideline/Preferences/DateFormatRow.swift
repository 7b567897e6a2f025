import CAdwaita
import FoundationEssentials
import PullToRefresh
import TidelineGtk
import TidelineProgram

/// Chooses the format of the header's date of the last refresh: one of a few, each shown by an
/// example, or a custom format.
final class DateFormatRow: PreferenceRow {
  var widget: Widget { row.asWidget }
  private let row = ComboRow(title: tr("Date Format"))
  private let preferences: Preferences
  private let key = LastUpdatedKeys.all.format
  private let formats = ["", "%R", "%x %R", "%F %R"]
  /// The custom format that the user has entered, also if it equals one of the few.
  private var own: String?

  init(_ preferences: Preferences) {
    self.preferences = preferences
    let example = Date(timeIntervalSinceNow: -300)
    let examples = formats.map { LastUpdated.Format(stored: $0).text(of: example) ?? $0 }
    row.setChoices(examples + [tr("Own Format")])
    reload()
    row.onSelect { [weak self] in
      guard let self, let selected = row.selected else { return }
      choose(selected)
    }
  }

  /// Whether the format is a custom one.
  var isOwn: Bool { own == preferences[key] || !formats.contains(preferences[key]) }

  func chooseOwn(_ format: String) {
    own = format
    preferences[key] = format
  }

  func reload() {
    let place = isOwn ? formats.count : formats.firstIndex(of: preferences[key])
    if row.selected != place { row.selected = place }
    row.isSensitive =
      preferences[LastUpdatedKeys.all.isShown] && preferences.isWritable(key.name)
  }

  private func choose(_ place: Int) {
    let wasOwn = isOwn
    if place == formats.count {
      own = preferences[key]
    } else {
      own = nil
      preferences[key] = formats[place]
    }
    // The entry is enabled by this, which may change while the format stays.
    if isOwn != wasOwn { preferences.notifyObservers() }
  }
}

/// The entry of the custom format, with an example of its result.
final class OwnDateFormatRow: PreferenceRow {
  var widget: Widget { row.asWidget }
  private let row = ActionRow(title: tr("Own Format"))
  private let entry = TidelineGtk.Entry()
  private let preferences: Preferences
  private let choice: DateFormatRow
  private var shown: String?

  private static let key = LastUpdatedKeys.all.format

  /// - Parameter choice: the row in which the custom format is selected.
  init(_ preferences: Preferences, for choice: DateFormatRow) {
    self.preferences = preferences
    self.choice = choice
    entry.fillRow()
    entry.placeholderText = "%A, %R"
    row.add(suffix: entry)
    row.setActivatable(entry)
    entry.onChange { [weak self] in self?.take() }
  }

  func reload() {
    row.isSensitive =
      choice.isOwn && preferences[LastUpdatedKeys.all.isShown]
      && preferences.isWritable(Self.key.name)
    let format = preferences[Self.key]
    // An invalid format stays in the entry, to be corrected.
    guard format != shown else { return }
    shown = format
    if entry.text != format { entry.text = format }
    showExample()
  }

  private func take() {
    guard row.isSensitive, entry.text != shown else { return showExample() }
    guard example != nil else { return showExample() }
    shown = entry.text
    choice.chooseOwn(entry.text)
    showExample()
  }

  private var example: String? {
    LastUpdated.Format(stored: entry.text).text(of: Date(timeIntervalSinceNow: -300))
  }

  private func showExample() {
    let words =
      example.map { tr("For example: %s", with: $0) }
      ?? tr("Not a date format. %Y is the year, %m the month, %d the day, %R the time.")
    row.setSubtitle(words)
    entry.setStyleClass("error", example == nil)
    entry.setAccessibleDescription(words)
  }
}

extension LastUpdated.Format {
  /// A format as it is stored.
  init(stored format: String) { self = format.isEmpty ? .relative : .pattern(format) }
}
