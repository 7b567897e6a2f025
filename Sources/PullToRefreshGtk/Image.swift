import CPullToRefreshShim

extension Image: WidgetConvertible {
  /// Shows an icon of the theme.
  public func setIcon(name: String?) { gtk_image_set_from_icon_name(self, name) }

  /// Shows a paintable. A symbolic one is drawn in the text's color.
  package func setPaintable(_ paintable: Paintable?) {
    gtk_image_set_from_paintable(self, paintable)
  }

  /// The width and height of the picture, in application pixels; -1 for the theme's default.
  public var pixelSize: Int {
    get { Int(gtk_image_get_pixel_size(self)) }
    set { gtk_image_set_pixel_size(self, Int32(newValue)) }
  }
}
