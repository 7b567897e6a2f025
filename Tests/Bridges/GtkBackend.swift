// The declarations of swift-cross-ui's module GtkBackend that the article's file uses.

import Gtk
import SwiftCrossUI

@MainActor public struct GtkWidgetRepresentableContext<Representable: GtkWidgetRepresentable> {
  public let coordinator: Representable.Coordinator
  public internal(set) var environment: EnvironmentValues
}

public protocol GtkWidgetRepresentable: View where Content == Never {
  associatedtype GtkWidgetType: Widget
  associatedtype Coordinator = Void
  typealias Context = GtkWidgetRepresentableContext<Self>

  @MainActor func makeGtkWidget(context: Context) -> GtkWidgetType
  @MainActor func updateGtkWidget(_ gtkWidget: GtkWidgetType, context: Context)
  @MainActor func makeCoordinator() -> Coordinator
}

extension GtkWidgetRepresentable {
  public var body: Never { preconditionFailure("A representable has no body") }
}
