import PullToRefreshGtk
import RefreshCore

/// A custom view in place of a row's indicator and title.
///
/// Called on the main thread after every change of the state, and for every px of a pull. Return
/// the same widget to keep it, or another one to exchange it:
///
/// ```swift
/// let bar = ProgressBar()
/// controller.header.content = { state in
///   bar.fraction = state.progress
///   return bar
/// }
/// ```
///
/// Give each row a widget of its own: a widget with another parent stays with that parent, and the
/// default view is shown. A preview of the row leaves the widget to the list that shows it.
public typealias RowBuilder = (RefreshState) -> any WidgetConvertible

/// The properties that both rows have.
protocol RowConfiguration {
  var indicator: IndicatorStyle { get }
  var indicatorColor: Color? { get }
  var titleColor: Color? { get }
  var titleFont: String? { get }
  var floats: Bool { get }
  var inset: Double { get }
  var fadesWithPull: Bool { get }
  var isCancellable: Bool { get }
  var content: RowBuilder? { get }
}

extension HeaderConfiguration: RowConfiguration {}
extension FooterConfiguration: RowConfiguration {
  /// A footer never floats: at rest it would hide the last row.
  var floats: Bool { false }
  var inset: Double { 0 }
}
