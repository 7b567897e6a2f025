import CPullToRefreshShim

/// Anything that is a `GtkEventController`.
public nonisolated protocol EventControllerConvertible: ObjectConvertible {
  /// The same object as an event controller.
  var asEventController: EventController { get }
}

extension EventController: EventControllerConvertible {}

extension EventControllerConvertible {
  /// The phase in which the controller gets an event: on its way down to the target, or back up.
  public var propagationPhase: PropagationPhase {
    get { gtk_event_controller_get_propagation_phase(asEventController) }
    nonmutating set { gtk_event_controller_set_propagation_phase(asEventController, newValue) }
  }
}

/// The event that a controller is handling; valid only within its handlers.
extension EventControllerConvertible {
  /// The time of the event, in ms on the display server's clock, which wraps around; 0 if there is
  /// no event, or the event has no time.
  package var currentEventTime: UInt32 {
    gtk_event_controller_get_current_event_time(asEventController)
  }

  /// The modifier keys that were held during the event.
  package var currentKeys: [ModifierKey] {
    let state = gtk_event_controller_get_current_event_state(asEventController)
    return ModifierKey.held(in: state.rawValue)
  }

  /// The widget or surface where the event happened.
  package var currentTarget: EventTarget {
    var isElsewhere = false
    let widget = tideline_current_target(asEventController, &isElsewhere)
    if isElsewhere { return .otherSurface }
    return widget.map(EventTarget.widget) ?? .unknown
  }

  /// Whether the event is the start of a touch.
  package var isCurrentEventOfNewFinger: Bool { tideline_is_current_touch_begin(asEventController) }

  /// Whether the event comes from the stylus of a tablet.
  package var isCurrentEventOfStylus: Bool {
    var tool = GDK_DEVICE_TOOL_TYPE_UNKNOWN
    let source = tideline_current_source(asEventController, &tool)
    return Stylus.isStylus(source, tool)
  }
}

/// The target of an event: the widget or surface under its pointer or finger.
package enum EventTarget {
  /// A widget at or below the controller's own.
  case widget(Widget)
  /// A widget in a popover or a menu below the controller's widget.
  case otherSurface
  /// There is no event, or it has no position.
  case unknown
}

/// A key that changes the effect of an event. Caps Lock and Num Lock, which may stay on for hours,
/// do not count.
package enum ModifierKey: Sendable, CaseIterable {
  case shift, control, alt, `super`, hyper, meta

  private var mask: GdkModifierType {
    switch self {
    case .shift: GDK_SHIFT_MASK
    case .control: GDK_CONTROL_MASK
    case .alt: GDK_ALT_MASK
    case .super: GDK_SUPER_MASK
    case .hyper: GDK_HYPER_MASK
    case .meta: GDK_META_MASK
    }
  }

  /// - Parameter state: a `GdkModifierType`, which also has bits for locks and mouse buttons.
  static func held(in state: UInt32) -> [ModifierKey] {
    state == 0 ? [] : allCases.filter { state & $0.mask.rawValue != 0 }
  }
}

/// Distinguishes a stylus from a mouse.
enum Stylus {
  /// - Parameters:
  ///   - source: the kind of device that sent an event.
  ///   - tool: the tool on a tablet; unknown for other devices.
  /// - Returns: whether the tool is a stylus; false for the mouse of a tablet.
  static func isStylus(_ source: GdkInputSource, _ tool: GdkDeviceToolType) -> Bool {
    switch tool {
    case GDK_DEVICE_TOOL_TYPE_UNKNOWN: source == GDK_SOURCE_PEN
    case GDK_DEVICE_TOOL_TYPE_MOUSE, GDK_DEVICE_TOOL_TYPE_LENS: false
    default: true
    }
  }
}

extension WidgetConvertible {
  /// Whether scrolling over the widget changes its own value, as with a slider. A scroll bar moves
  /// its list instead.
  package var takesScrolling: Bool { tideline_takes_scrolling(asWidget) }

  /// Whether the widget follows a finger that drags on it, as a slider or a scroll bar does.
  package var takesDragging: Bool { tideline_takes_dragging(asWidget) }

  /// Whether a pointer that drags over the widget selects text.
  package var selectsByDragging: Bool { tideline_selects_by_dragging(asWidget) }
}

extension EventControllerScroll: EventControllerConvertible {
  /// A controller for all scrolling of every device, in the device's own units.
  package static func bothAxes() -> EventControllerScroll {
    EventControllerScroll(flags: GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)
  }

  /// The kind of device behind the event that is being handled.
  package enum Device {
    /// Moves by notches.
    case wheel
    /// Moves by pixels, and may report that the finger is lifted.
    case touchpad
  }

  /// The device of the event that is being handled; valid only within a handler.
  package var currentDevice: Device {
    gtk_event_controller_scroll_get_unit(self) == .wheel ? .wheel : .touchpad
  }

  /// Connects `scroll`, with the dx and dy of each movement. A handler that returns true keeps the
  /// event from all other widgets.
  @discardableResult
  package func onScroll(_ handler: @escaping (Double, Double) -> Bool) -> SignalConnection {
    connect("scroll") { handler($0.double(1), $0.double(2)) }
  }
}

extension GestureDrag: EventControllerConvertible {
  /// Whether the gesture ignores a mouse.
  package var isTouchOnly: Bool {
    get { gtk_gesture_single_get_touch_only(asGestureSingle) != 0 }
    set { gtk_gesture_single_set_touch_only(asGestureSingle, newValue ? 1 : 0) }
  }

  /// Claims the drag, which ends all other gestures.
  package func claim() { gtk_gesture_set_state(asGesture, GTK_EVENT_SEQUENCE_CLAIMED) }

  /// Connects a signal of the drag. The handler of `drag-begin` receives the starting point, and
  /// those of `drag-update` and `drag-end` the offset from that point, in application pixels.
  @discardableResult
  package func onDrag(
    _ signal: DragSignal,
    _ handler: @escaping (_ x: Double, _ y: Double) -> Void
  ) -> SignalConnection {
    connect(signal.rawValue) {
      handler($0.double(1), $0.double(2))
      return false
    }
  }

  package enum DragSignal: String {
    case begin = "drag-begin"
    case update = "drag-update"
    case end = "drag-end"
  }
}

/// An event of the user's hand over a widget.
package enum HandEvent: Sendable {
  /// A finger came down, or moved.
  case touched
  /// The last finger, or a touchpad's fingers, were lifted.
  case lifted
  /// A wheel or a touchpad scrolled.
  case scrolled
  /// The pointer moved, or a button or a key was pressed.
  case used
}

extension WidgetConvertible {
  /// Calls the handler before the widget and its children get an event of the hand. GTK's gestures
  /// on the widget cannot end this observation, unlike that by another gesture.
  ///
  /// - Returns: the controller that observes; remove it to end the observation.
  package func onHandEvent(_ handler: @escaping (HandEvent) -> Void) -> EventController {
    let controller = EventController()
    controller.propagationPhase = .capture
    // The fingers that are down.
    var fingers = 0
    controller.connect("event") {
      let event = $0.pointer(1)
      switch gdk_event_get_event_type(event) {
      case GDK_TOUCH_BEGIN:
        fingers += 1
        handler(.touched)
      case GDK_TOUCH_UPDATE: handler(.touched)
      case GDK_TOUCH_END, GDK_TOUCH_CANCEL:
        fingers = max(fingers - 1, 0)
        handler(fingers == 0 ? .lifted : .touched)
      case GDK_SCROLL: handler(gdk_scroll_event_is_stop(event) != 0 ? .lifted : .scrolled)
      case GDK_BUTTON_PRESS, GDK_KEY_PRESS: handler(.used)
      // GTK sends motions without a time itself, when a layout moves widgets under the pointer.
      case GDK_MOTION_NOTIFY where gdk_event_get_time(event) != 0: handler(.used)
      default: break
      }
      return false
    }
    asWidget.add(controller)
    return controller
  }
}
