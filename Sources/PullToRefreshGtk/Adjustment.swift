import CPullToRefreshGtk

/// The position of a view in its content. For a scrolled window all values are application pixels.
extension Adjustment: ObjectConvertible {
  package var value: Double {
    get { gtk_adjustment_get_value(self) }
    set { gtk_adjustment_set_value(self, newValue) }
  }

  package var lower: Double { gtk_adjustment_get_lower(self) }
  package var upper: Double { gtk_adjustment_get_upper(self) }
  package var pageSize: Double { gtk_adjustment_get_page_size(self) }
}
