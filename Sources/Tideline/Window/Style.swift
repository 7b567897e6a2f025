import CAdwaita
import TidelineGtk
import TidelineLooks

extension StyleManager: ObjectConvertible {}

/// The application's style sheet, in the theme's colors.
package enum Style {
  /// Applies the sheet to all windows. The sheet follows the desktop's contrast setting until the
  /// returned connection is disconnected.
  static func apply() -> SignalConnection {
    let (provider, manager) = (CssProvider(""), cadwaita_style_manager())
    let load = {
      provider.load(css(isHighContrast: adw_style_manager_get_high_contrast(manager) != 0))
    }
    load()
    provider.addToDefaultDisplay(priority: .application)
    return manager.connect("notify::high-contrast", load)
  }

  /// The colors of accounts, from libadwaita's palette: neighbors differ in lightness, too. Blue is
  /// the last one, since a blue dot is the sign of unread mail in other programs.
  private static let accountColors =
    ["green_4", "orange_3", "purple_3", "yellow_5", "red_3", "brown_3", "light_5", "blue_3"]
    .enumerated()
    .map { ".account-\($0) { background-color: @\($1); }" }
    .joined(separator: "\n")

  /// - Parameter isHighContrast: whether no text is paler than others, and all outlines show.
  package static func css(isHighContrast: Bool = false) -> String {
    func pale(_ alpha: Double) -> String {
      isHighContrast ? "currentColor" : "alpha(currentColor, \(alpha))"
    }
    let outline = isHighContrast ? "box-shadow: inset 0 0 0 1px currentColor;" : ""
    // Undoes the library's paler texts, and outlines a selected row: the theme only shades the row.
    let rows = """
      box.refresh-row .subtitle { opacity: 1; }
      box.refresh-row.peeking { color: @theme_fg_color; }
      .conversations > row:selected { box-shadow: inset 0 0 0 1px currentColor; }
      """
    return (isHighContrast ? rows : "") + """
      /* A click beside the name is one on the folder, too. */
      .navigation-sidebar > row { padding: 0; }
      .folder { padding: 0 8px; }
      .folder .count { color: \(pale(0.7)); font-size: 0.9em; }
      .folder.unread .name, .folder.unread .count { font-weight: bold; }
      .conversations { background-color: @view_bg_color; }
      .conversations > row { padding: 0; min-height: \(ConversationRow.height)px; }
      .conversation { padding: 4px 16px; }
      .selection-mode > row .conversation {
        background-image: -gtk-icontheme("checkbox-symbolic");
        background-repeat: no-repeat;
        background-size: 16px;
      }
      .selection-mode > row:selected .conversation {
        background-image: -gtk-icontheme("checkbox-checked-symbolic");
      }
      .selection-mode .conversation:dir(ltr) { padding-left: 48px; background-position: 16px center; }
      .selection-mode .conversation:dir(rtl) {
        padding-right: 48px;
        background-position: calc(100% - 16px) center;
      }
      .conversation .participants { color: \(pale(0.8)); }
      .conversation .date { color: \(pale(0.6)); font-size: 0.9em; }
      .conversation .snippet { color: \(pale(0.6)); font-size: 0.9em; }
      .conversation .count {
        background-color: alpha(currentColor, 0.1);
        border-radius: 9999px;
        padding: 0 8px;
        font-size: 0.85em;
        \(outline)
      }
      .conversation.placeholder .subject, .conversation.placeholder .snippet {
        background-color: alpha(currentColor, 0.06);
        border-radius: 4px;
      }
      .selection-bar { padding: 6px; border-top: 1px solid \(pale(0.2)); }
      .account-dot { min-width: 8px; min-height: 8px; border-radius: 9999px; \(outline) }
      \(accountColors)
      .conversation.unread .participants, .conversation.unread .subject { font-weight: bold; }
      .conversation.deleted .subject { text-decoration-line: line-through; }
      .folder.account .name { font-weight: bold; }
      .notice {
        padding: 6px 12px;
        background-color: alpha(@warning_bg_color, 0.25);
        \(outline)
        /* More than a button: GTK 4.8 counts the baselines of button and label in one way only. */
        min-height: 2.7em;
      }
      \(LookEditor.css)
      .setup-progress { padding: 12px; }
      .keys { padding: 8px 0; }
      .drop-sheet { background-color: alpha(@accent_bg_color, 0.85); color: @accent_fg_color; }
      .conversation.unread .date { color: @accent_color; font-weight: bold; }
      .reading .conversation-text { padding: 18px 12px; }
      .reading .message-line { border-radius: 12px; font-weight: normal; padding: 8px 12px; }
      .reading .message-line .sender { font-weight: bold; }
      .reading .message-line .snippet, .reading .message-line .date { color: \(pale(0.6)); }
      .reading .message.deleted .sender { text-decoration-line: line-through; }
      .reading .message.unread .date { color: @accent_color; font-weight: bold; }
      .reading .message-head { font-size: smaller; }
      .reading .message-text { padding: 6px 12px 12px; }
      .reading .remark, .reading .signature, .reading .details { color: \(pale(0.6)); }
      .reading .block { margin-top: 0.9em; }
      .reading .block:first-child, .reading .item:first-child { margin-top: 0; }
      .reading link:focus-visible { outline: 2px solid @accent_color; outline-offset: 1px; }
      .reading .heading { font-weight: bold; }
      .reading .level-1 { font-size: 1.5em; }
      .reading .level-2 { font-size: 1.3em; }
      .reading .level-3 { font-size: 1.1em; }
      .reading .item { margin-top: 0.3em; }
      .reading .cell { padding: 4px 10px; border-bottom: 1px solid \(pale(0.2)); }
      .reading .cell.header { font-weight: bold; border-bottom-color: \(pale(0.5)); }
      .reading .preformatted { font-family: monospace; }
      .reading .block-quote { border-left: 2px solid \(pale(0.2)); padding-left: 12px; }
      .reading .block-quote:dir(rtl) {
        border-left: none;
        padding-left: 0;
        border-right: 2px solid \(pale(0.2));
        padding-right: 12px;
      }
      .reading .invitation {
        border: 1px solid \(pale(0.2));
        border-radius: 12px;
        padding: 12px;
      }
      .reading .attachment-row button { font-weight: normal; }
      .reading .carried-picture .link { padding: 0; min-height: 0; min-width: 0; }
      .reading .fold { min-height: 0; padding: 0 8px; }
      .reading .enclosed { border-top: 1px solid \(pale(0.2)); padding-top: 12px; }
      """
  }
}

/// The text size of the reading panes of all windows, stored in the preferences.
final class ReadingTextSize {
  static let (larger, smaller, normal) = ("larger-text", "smaller-text", "normal-text")

  private(set) lazy var actions: [SimpleAction] = [
    .named(Self.larger) { [weak self] in self?.change(by: Self.step) },
    .named(Self.smaller) { [weak self] in self?.change(by: -Self.step) },
    .named(Self.normal) { [weak self] in self?.preferences.reset([PreferenceKey.readingTextSize]) },
  ]
  private let preferences: Preferences
  private let provider = CssProvider("")

  /// The smallest and the largest size in percent, as in the schema.
  static let bounds = 50...200
  private static let step = 10

  init(_ preferences: Preferences) {
    self.preferences = preferences
    provider.addToDefaultDisplay(priority: .application)
    preferences.observe([PreferenceKey.readingTextSize], for: self) { [weak self] _ in
      self?.apply()
    }
    apply()
  }

  isolated deinit { provider.removeFromDefaultDisplay() }

  private var percent: Int { preferences.number(PreferenceKey.readingTextSize) }

  private func change(by step: Int) {
    let size = min(max(percent + step, Self.bounds.lowerBound), Self.bounds.upperBound)
    preferences.settings.set(size, for: PreferenceKey.readingTextSize)
  }

  private func apply() {
    provider.load(".reading .conversation-text { font-size: \(percent)%; }")
  }
}
