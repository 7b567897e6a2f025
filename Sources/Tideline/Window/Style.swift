/// The application's style sheet, in the theme's colours.
enum Style {
  static let css = """
    .conversations { background-color: @view_bg_color; }
    .conversations > row { padding: 0; min-height: \(ConversationRow.height)px; }
    .conversation { padding: 4px 16px; }
    .conversation .participants { color: alpha(currentColor, 0.8); }
    .conversation .date { color: alpha(currentColor, 0.6); font-size: 0.9em; }
    .conversation .snippet { color: alpha(currentColor, 0.6); font-size: 0.9em; }
    .conversation .count {
      background-color: alpha(currentColor, 0.1);
      border-radius: 9999px;
      padding: 0 8px;
      font-size: 0.85em;
    }
    .conversation.unread .participants, .conversation.unread .subject { font-weight: bold; }
    .conversation.unread .date { color: @accent_color; font-weight: bold; }
    """
}
