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

/// Accepts files and folders that are dragged from another program, such as the file manager. Wraps
/// `GtkDropTarget`. In a sandbox the desktop's portal makes the files readable, under other paths.
extension DropTarget: EventControllerConvertible {
  /// Calls `handler` when files are dragged over the widget.
  @discardableResult
  public func onEnter(_ handler: @escaping () -> Void) -> SignalConnection {
    // The result is GDK_ACTION_COPY, or no action, which refuses drags that began in this program.
    connect("enter") {
      let drop = gtk_drop_target_get_current_drop($0.object(0, DropTarget.self))
      if let drop, gdk_drop_get_drag(drop) != nil { return false }
      handler()
      return true
    }
  }

  /// Calls `handler` when the files leave the widget again, or are dropped.
  @discardableResult
  public func onLeave(_ handler: @escaping () -> Void) -> SignalConnection {
    connect("leave", handler)
  }

  /// Calls `handler` with the dropped files.
  ///
  /// - Parameter handler: receives the paths of the files on local disks, which may be none;
  ///   returns whether it accepts the files.
  @discardableResult
  public func onDrop(_ handler: @escaping (_ paths: [String]) -> Bool) -> SignalConnection {
    connect("drop") {
      let value = UnsafePointer<GValue>($0.pointer(1))
      let list = g_value_get_boxed(value).flatMap { gdk_file_list_get_files(OpaquePointer($0)) }
      defer { g_slist_free(list) }
      let files = sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }
      return handler(
        files.compactMap { $0?.pointee.data.flatMap { localPath(of: OpaquePointer($0)) } }
      )
    }
  }

  #if DEBUG
    /// Drops files as the user would, for tests.
    package func drop(_ paths: [String]) {
      let copies = paths.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      tideline_drop_files(self, copies.map { UnsafePointer($0) } + [nil])
    }
  #endif
}
