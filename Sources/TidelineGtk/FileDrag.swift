import CTidelineShim
import PullToRefreshGtk

extension WidgetConvertible {
  /// Lets the user drag a file from the widget to another program, such as the file manager. Wraps
  /// `GtkDragSource`.
  ///
  /// - Parameter make: makes the file when the other program requests it; returns its path, or nil
  ///   if there is none.
  @MainActor public func letDragFile(_ make: @escaping () async -> String?) {
    typealias Handler = (UnsafeMutableRawPointer) -> Void
    let handler: Handler = { request in
      let request = DragRequest(pointer: request)
      Task { tideline_finish_file(request.pointer, await make()) }
    }
    tideline_let_drag_file(asWidget, target(owning: Closure<Handler>(handler))) {
      context,
      request in
      let request = DragRequest(pointer: request)
      MainActor.assumeIsolated { Closure<Handler>.from(context)(request.pointer) }
    }
  }
}

/// A request of the C shim; sendable because it is used only on the main thread.
private struct DragRequest: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
}
