import CPullToRefreshShim

/// A reference that keeps nothing alive, for what a widget owns to point back at it.
///
/// Swift's `unowned` and `weak` do not take imported classes.
public struct Unowned<Wrapped: ObjectConvertible> {
  private let life: ObjectLife

  /// - Parameter object: is not kept alive.
  public init(_ object: Wrapped) { life = ObjectLife.of(object) }

  /// The object.
  ///
  /// - Precondition: ``isAlive``.
  public var object: Wrapped {
    guard let pointer = life.pointer else {
      preconditionFailure("This \(Wrapped.self) is gone. Ask isAlive where it may be.")
    }
    return unsafeBitCast(pointer, to: Wrapped.self)
  }

  /// Whether the object is still there. It is until its last reference is given up, also after it
  /// was destroyed, as a closed window is.
  public var isAlive: Bool { life.pointer != nil }
}

/// Whether one object is still there. The object holds it, and empties it in the end.
///
/// All that refer to an object without keeping it share one, so that another reference costs one
/// look-up of the object's data.
final class ObjectLife {
  private var address: OpaquePointer?

  /// The object; nil once its last reference was given up.
  var pointer: OpaquePointer? {
    // While an object is being taken apart it can no longer be retained.
    address.flatMap { tideline_object_is_referenced(UnsafeMutableRawPointer($0)) ? $0 : nil }
  }

  private init(_ pointer: OpaquePointer) { address = pointer }

  static func of(_ object: some ObjectConvertible) -> ObjectLife {
    if let context = tideline_object_life(object.asObject) {
      return Unmanaged<ObjectLife>.fromOpaque(context).takeUnretainedValue()
    }
    let life = ObjectLife(object.pointer)
    let context = Unmanaged.passRetained(life).toOpaque()
    tideline_object_set_life(object.asObject, context) { context in
      guard let context else { return }
      MainActor.assumeIsolated {
        Unmanaged<ObjectLife>.fromOpaque(context).takeRetainedValue().address = nil
      }
    }
    return life
  }
}
