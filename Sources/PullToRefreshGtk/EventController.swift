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
