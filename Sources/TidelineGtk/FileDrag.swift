import CTidelineShim
import PullToRefreshGtk

extension WidgetConvertible {
  /// Lets a file be dragged off the widget to another program, such as the file manager: a face of
  /// `GtkDragSource`.
  ///
  /// - Parameter make: makes the file, once the other program asks for it; returns its path, or nil
  ///   where there is none.
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

/// Used on the main thread only.
private struct DragRequest: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
}
