import CPullToRefreshGtk
import CTidelineShim
import PullToRefreshGtk

/// The reading direction.
public enum TextDirection: Sendable {
  case leftToRight
  case rightToLeft

  fileprivate var value: GtkTextDirection {
    switch self {
    case .leftToRight: GTK_TEXT_DIR_LTR
    case .rightToLeft: GTK_TEXT_DIR_RTL
    }
  }

  /// Sets the direction of every widget that has no direction of its own.
  public static func setDefault(_ direction: TextDirection) {
    gtk_widget_set_default_direction(direction.value)
  }
}

extension TextDirection {
  /// - Returns: the direction by the first letter; nil for a text without letters.
  public init?(of text: String) {
    switch tideline_text_direction(text) {
    case PANGO_DIRECTION_LTR: self = .leftToRight
    case PANGO_DIRECTION_RTL: self = .rightToLeft
    default: return nil
    }
  }
}

extension WidgetConvertible {
  /// Sets the widget's own direction; the widgets inside it keep theirs.
  public func setDirection(_ direction: TextDirection) {
    gtk_widget_set_direction(asWidget, direction.value)
  }
}

extension Label {
  /// Shows one line, aligned by the direction of its text, whatever direction the window has.
  public func show(line: String) {
    text = line
    // Not by the label's layout: a layout made before the label is in a window would never change.
    let direction = tideline_text_direction(text)
    let ownSide = asWidget.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
    xalign = direction == PANGO_DIRECTION_NEUTRAL || direction == ownSide ? 0 : 1
  }
}
