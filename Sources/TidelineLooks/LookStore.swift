import PullToRefresh
import TidelineGtk
import TidelineLocalization

nonisolated let tr = TextDomain("tideline")

/// The values of a look, by the keys of ``RowKeys``. Each value is a text; that of a switch is
/// `true` or `false`. An app's store is its settings, for which other programs may store values,
/// too.
package protocol LookStore: AnyObject {
  func value(_ key: String) -> String
  /// Stores a value, unless the key is locked.
  func set(_ value: String, for key: String)
  func isWritable(_ key: String) -> Bool
  func reset(_ keys: [String])
  /// The observers to notify of each change.
  var observers: KeyObservers { get }
  /// Says that a stored value cannot be used, once for each sentence.
  func warnOnce(_ sentence: String)
  /// The row without any choice of the user.
  func defaultRow(_ keys: RowKeys) -> RowConfiguration
}

extension LookStore {
  package func isOn(_ key: String) -> Bool { value(key) == "true" }
  package func defaultRow(_ keys: RowKeys) -> RowConfiguration {
    keys.isOfHeader ? .refresh : .loadMore
  }

  /// Makes several changes, and notifies the observers once.
  package func changeTogether(_ change: () -> Void) { observers.changeTogether(change) }

  /// Calls `changed` after each change of one of the keys, as long as the owner lives. Passes all
  /// keys that were changed together, also those not observed.
  package func observe(
    _ keys: [String],
    for owner: AnyObject,
    _ changed: @escaping (Set<String>) -> Void
  ) { observers.add(keys, for: owner, changed) }

  /// Calls `update` now and after each change of one of the keys, as long as the widget lives.
  package func follow(
    _ keys: [String],
    in widget: some WidgetConvertible,
    _ update: @escaping (Self) -> Void
  ) {
    let observer = WidgetObserver()
    widget.own(observer, key: "tideline-look-\(keys[0])")
    observe(keys, for: observer) { [weak self] _ in if let self { update(self) } }
    update(self)
  }
}

package final class KeyObservers {
  private var observers: [Observer] = []
  /// The keys changed so far during a call of ``changeTogether(_:)``; nil at other times.
  private var changes: Set<String>?

  private struct Observer {
    weak var owner: AnyObject?
    let keys: Set<String>
    let changed: (Set<String>) -> Void
  }

  package init() {}

  fileprivate func changeTogether(_ change: () -> Void) {
    changes = []
    change()
    let keys = changes ?? []
    changes = nil
    notify(keys)
  }

  fileprivate func add(
    _ keys: [String],
    for owner: AnyObject,
    _ changed: @escaping (Set<String>) -> Void
  ) {
    observers.removeAll { $0.owner == nil }
    observers.append(Observer(owner: owner, keys: Set(keys), changed: changed))
  }

  /// Notifies of changed keys; of several changes together, once all are made.
  package func notify(_ keys: Set<String>) {
    guard changes == nil else { return changes?.formUnion(keys) ?? () }
    for observer in observers where observer.owner != nil && !observer.keys.isDisjoint(with: keys) {
      observer.changed(keys)
    }
  }
}

/// The owner of an observation. A widget owns this object, so the observation ends with the widget.
private final class WidgetObserver {}

/// The keys for the look of the header or the footer of a list.
package struct RowKeys: Sendable {
  let row: String

  package static let header = RowKeys(row: "header")
  package static let footer = RowKeys(row: "footer")
  package static let showsLastUpdate = "header-shows-last-update"
  /// A format for `g_date_time_format`; empty for words such as "5 minutes ago".
  package static let dateFormat = "header-date-format"
  package static let all =
    header.look + footer.look + header.titles.map(\.key) + footer.titles.map(\.key)
    + [showsLastUpdate, dateFormat]

  package var isOfHeader: Bool { row == Self.header.row }

  package var titles: [TitleChoice] {
    isOfHeader ? TitleChoice.ofRefresh : TitleChoice.ofLoadMore
  }

  package var indicator: String { row + "-indicator" }
  /// The path of the picture that the indicator style `picture` shows.
  package var picture: String { row + "-picture" }
  /// The colors of the indicator and the title, as in CSS; empty for the theme's color.
  package var indicatorColor: String { row + "-indicator-color" }
  package var titleColor: String { row + "-title-color" }
  /// The title's font, as in Pango; empty for the theme's font.
  package var titleFont: String { row + "-title-font" }
  package var fadesWithPull: String { row + "-fades-with-pull" }

  static func isSwitch(_ key: String) -> Bool {
    key == showsLastUpdate || key.hasSuffix("-fades-with-pull")
  }

  /// The keys of a row's appearance, in the same order for header and footer.
  package var look: [String] {
    [indicator, picture, indicatorColor, titleColor, titleFont, fadesWithPull]
  }
}

/// The style of a row's indicator; the raw values are those in the store.
package enum IndicatorChoice: String, CaseIterable {
  case spinner, arrow, ring, picture, none

  var label: String {
    switch self {
    case .spinner: tr("Spinner")
    case .arrow: tr("Arrow")
    case .ring: tr("Ring")
    case .picture: tr("Picture")
    case .none: tr("None")
    }
  }
}

/// A look that is kept in memory, for a program without settings.
package final class LookMemory: LookStore {
  package let observers = KeyObservers()
  private var values: [String: String] = [:]

  package init() {}

  package func value(_ key: String) -> String {
    values[key] ?? (RowKeys.isSwitch(key) ? "true" : key.hasSuffix("-indicator") ? "arrow" : "")
  }

  package func set(_ value: String, for key: String) {
    values[key] = value
    observers.notify([key])
  }

  package func reset(_ keys: [String]) {
    for key in keys { values[key] = nil }
    observers.notify(Set(keys))
  }

  package func isWritable(_ key: String) -> Bool { true }
  package func warnOnce(_ sentence: String) { Diagnostics.warn(sentence) }
}
