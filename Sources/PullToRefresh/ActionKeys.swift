import PullToRefreshGtk

/// The keyboard shortcuts of one action, installed only while the action is of use: GTK gives a key
/// to one shortcut alone, and other lists and the application may need that key.
///
/// A held key activates the action once. The list also consumes the key's repeats until its
/// release, even if the action can no longer be used by then.
final class ActionKeys {
  private let controller: ShortcutController
  private let action: String
  private var container: Unowned<Widget>?
  private var isTaken = false
  private var isAttached = false
  private var hold: KeyHold?

  /// The action's name is without the prefix of its group.
  init(_ keys: [String], _ action: String, isWindowWide: Bool = false) {
    controller = isWindowWide ? .windowWide() : .whereFocused()
    self.action = RefreshActions.Name.detailed(action)
    for key in keys { controller.bind(key) { [weak self] in self?.press() ?? false } }
  }

  /// Installs the shortcuts, or removes them once no key is held.
  func setTaken(_ isTaken: Bool, on container: Widget) {
    self.isTaken = isTaken
    self.container = Unowned(container)
    update()
  }

  /// Removes the shortcuts. Called while the container is still alive.
  func release() {
    if isAttached { container?.object.remove(controller) }
    (container, isTaken, isAttached) = (nil, false, false)
  }

  private func update() {
    guard let container, isAttached != (isTaken || hold != nil) else { return }
    isAttached.toggle()
    if isAttached {
      container.object.add(controller)
    } else {
      container.object.remove(controller)
    }
  }

  private func press() -> Bool {
    guard let container = container?.object else { return false }
    guard hold == nil else { return true }
    hold = KeyHold(in: container.window) { [weak self] in
      self?.hold = nil
      self?.update()
    }
    container.activate(action)
    return true
  }
}

/// The time from a key's press to its release. The owner sets it to nil in `onEnd`.
private final class KeyHold {
  private let window: Unowned<Window>
  private let keys = EventControllerKey()
  private var left: SignalConnection?
  private let onEnd: () -> Void

  /// The hold ends when the key is released, or when another window becomes active and gets the
  /// key's repeats.
  init?(in window: Window?, onEnd: @escaping () -> Void) {
    guard let window else { return nil }
    self.window = Unowned(window)
    self.onEnd = onEnd
    keys.propagationPhase = .capture
    window.add(keys)
    keys.connect("key-released") { [weak self] in self?.onEnd() }
    left = window.connect("notify::is-active") { [weak self] in self?.onEnd() }
  }

  isolated deinit {
    left?.disconnect()
    if window.isAlive { window.object.remove(keys) }
  }
}
