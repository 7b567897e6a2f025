import Gtk
import RefreshCore

/// A view of the caller's own in place of a row's indicator and title.
///
/// Called on the main thread after every change of the state, and for every px of a pull. Return
/// the same widget to keep it, another one to exchange it:
///
/// ```swift
/// let bar = ProgressBar()
/// controller.header.content = { state in
///   bar.fraction = state.progress
///   return bar
/// }
/// ```
///
/// A widget that stands somewhere else already stays there, and the usual view is shown: give each
/// row a widget of its own. A preview of the row leaves the widget to the list that shows it.
public typealias RowBuilder = (RefreshState) -> any WidgetConvertible

/// What both rows have to configure.
protocol RowConfiguration {
  var indicator: IndicatorStyle { get }
  var indicatorColor: Color? { get }
  var titleColor: Color? { get }
  var titleFont: String? { get }
  var fadesWithPull: Bool { get }
  var isCancellable: Bool { get }
  var content: RowBuilder? { get }
}

extension HeaderConfiguration: RowConfiguration {}
extension FooterConfiguration: RowConfiguration {}
