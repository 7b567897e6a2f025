import TidelineGtk

/// Gives a new window the remembered size, and remembers the size that the user gives the window.
enum WindowSize {
  /// - Parameter window: a window that is not shown yet.
  static func keep(_ window: Window, in memory: WindowMemory) {
    let last = memory[\.window]
    window.setDefaultSize(width: last.size.width, height: last.size.height)
    if last.isMaximized { window.maximize() }
    let unowned = Unowned(window)
    let note: () -> Void = {
      let size = unowned.object.defaultSize
      let present = RememberedWindow.Size(width: size.width, height: size.height)
      if present.isUsable { memory[\.window.size] = present }
      memory[\.window.isMaximized] = unowned.object.isMaximized
    }
    for property in ["default-width", "default-height", "maximized"] {
      window.connect("notify::\(property)", note)
    }
  }
}
