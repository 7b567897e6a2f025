import CGtk

extension Label: WidgetConvertible {
  public var text: String {
    get { String(cString: gtk_label_get_text(self)) }
    set { gtk_label_set_text(self, newValue) }
  }

  /// Ends a text that does not fit with an ellipsis.
  public func ellipsize() { gtk_label_set_ellipsize(self, PANGO_ELLIPSIZE_END) }

  /// Where the text stands in the room it has: 0 at the start, 1 at the end.
  public var xalign: Float {
    get { gtk_label_get_xalign(self) }
    set { gtk_label_set_xalign(self, newValue) }
  }
}

extension Image: WidgetConvertible {
  public func setIcon(name: String?) { gtk_image_set_from_icon_name(self, name) }
}

extension Spinner: WidgetConvertible {
  public var isSpinning: Bool {
    get { gtk_spinner_get_spinning(self) != 0 }
    set { gtk_spinner_set_spinning(self, newValue ? 1 : 0) }
  }
}
