// Exports the classes and enumerations that Swift code uses, and no other part of the C modules.
@_exported import enum CPullToRefreshGtk.AccessibleRole
@_exported import class CPullToRefreshGtk.Adjustment
@_exported import enum CPullToRefreshGtk.Align
@_exported import class CPullToRefreshGtk.Application
@_exported import class CPullToRefreshGtk.Box
@_exported import class CPullToRefreshGtk.Button
@_exported import class CPullToRefreshGtk.CenterBox
@_exported import class CPullToRefreshGtk.ColumnView
@_exported import class CPullToRefreshGtk.ColumnViewColumn
@_exported import class CPullToRefreshGtk.CssProvider
@_exported import class CPullToRefreshGtk.EventController
@_exported import class CPullToRefreshGtk.EventControllerKey
@_exported import class CPullToRefreshGtk.EventControllerScroll
@_exported import class CPullToRefreshGtk.FrameClock
@_exported import class CPullToRefreshGtk.GestureDrag
@_exported import class CPullToRefreshGtk.GridView
@_exported import class CPullToRefreshGtk.Image
@_exported import class CPullToRefreshGtk.Label
@_exported import class CPullToRefreshGtk.ListBox
@_exported import class CPullToRefreshGtk.ListItem
@_exported import class CPullToRefreshGtk.ListView
@_exported import enum CPullToRefreshGtk.Orientation
@_exported import class CPullToRefreshGtk.Overlay
@_exported import class CPullToRefreshGtk.Paintable
@_exported import enum CPullToRefreshGtk.PolicyType
@_exported import enum CPullToRefreshGtk.PositionType
@_exported import class CPullToRefreshGtk.ProgressBar
@_exported import enum CPullToRefreshGtk.PropagationPhase
@_exported import enum CPullToRefreshGtk.ScrollUnit
@_exported import class CPullToRefreshGtk.ScrolledWindow
@_exported import class CPullToRefreshGtk.SelectionModel
@_exported import class CPullToRefreshGtk.Settings
@_exported import class CPullToRefreshGtk.ShortcutController
@_exported import class CPullToRefreshGtk.SignalListItemFactory
@_exported import class CPullToRefreshGtk.Spinner
@_exported import class CPullToRefreshGtk.TextMark
@_exported import class CPullToRefreshGtk.TextView
@_exported import class CPullToRefreshGtk.Widget
@_exported import class CPullToRefreshGtk.Window
@_exported import class CTidelineGLib.Action
@_exported import class CTidelineGLib.ActionMap
@_exported import class CTidelineGLib.ListModel
@_exported import class CTidelineGLib.Object
@_exported import class CTidelineGLib.SimpleAction
@_exported import class CTidelineGLib.SimpleActionGroup
import CPullToRefreshShim

/// Anything that is a `GObject`. Imported classes cannot be upcast; this protocol does it instead.
public nonisolated protocol ObjectConvertible {
  /// The same object as a plain `GObject`.
  var asObject: Object { get }
}

extension Object: ObjectConvertible {
  /// The object itself.
  public nonisolated var asObject: Object { self }
}

extension ObjectConvertible {
  /// The object's address, valid as long as the object has a reference. Imported classes have no
  /// `===`: compare addresses instead.
  public var pointer: OpaquePointer { unsafeBitCast(asObject, to: OpaquePointer.self) }

  @available(*, unavailable, message: "Only Swift objects are kept. A widget’s parent keeps it.")
  public func own(_ object: some ObjectConvertible, key: String) {}

  /// Makes this object keep a Swift value alive until this object is finalized, or until the key is
  /// set again.
  public func own(_ value: AnyObject, key: String) {
    tideline_object_own(asObject, key, target(owning: value))
  }

  /// The value that was passed to ``own(_:key:)``; nil if there is none of this type and key.
  public func owned<Value: AnyObject>(_ type: Value.Type, key: String) -> Value? {
    guard let context = tideline_object_owned(asObject, key) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(context).takeUnretainedValue() as? Value
  }

  /// Releases the value that was passed to ``own(_:key:)``.
  public func disown(key: String) {
    tideline_object_disown(asObject, key)
  }
}

/// A reference that keeps nothing alive. An object owned by a widget uses it to refer back to the
/// widget.
///
/// Swift's `unowned` and `weak` do not support imported classes.
public struct Unowned<Wrapped: ObjectConvertible> {
  private let life: ObjectLife

  /// - Parameter object: the object, which is not kept alive.
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

  /// Whether the object still exists. It exists until its last reference is released, also after it
  /// was destroyed, like a closed window.
  public var isAlive: Bool { life.pointer != nil }
}

/// Tells whether one object still exists. The object owns its `ObjectLife`, whose address becomes
/// nil when the object is finalized.
///
/// All references to an object share one instance: another reference costs one look-up.
private final class ObjectLife {
  private var address: OpaquePointer?

  /// The object's address; nil once its last reference was released.
  var pointer: OpaquePointer? {
    // Checks the references, because an object that is being finalized can no longer be retained.
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

/// Connections from GLib signals to Swift closures.
///
/// Each connection owns one box that holds the closure. Only GLib's destroy notify releases the
/// box, when the handler is disconnected or the emitting object dies. All of this happens on the
/// main thread.
package enum Signal {
  #if DEBUG
    /// The number of boxes alive in the whole process. A test that made widgets and released them
    /// asserts that the number is the same as before.
    package static var liveBoxes: Int { Int(tideline_signal_live_boxes()) }
  #endif
}

/// A connected handler. It keeps neither the object nor the handler alive.
public struct SignalConnection {
  private let life: ObjectLife
  private let id: UInt

  /// - Parameter id: the result of `g_signal_connect` or a similar function.
  package init(_ object: some ObjectConvertible, _ id: UInt) {
    life = ObjectLife.of(object)
    self.id = id
  }

  /// Ends the connection, and releases its closure. Does nothing if it has already ended: all
  /// connections of an object end when it is destroyed or gone.
  public func disconnect() {
    guard let pointer = life.pointer else { return }
    let object = UnsafeMutableRawPointer(pointer)
    guard g_signal_handler_is_connected(object, id) != 0 else { return }
    g_signal_handler_disconnect(object, id)
  }
}

/// The closure behind the context pointer of a C trampoline.
package final class Closure<Handler> {
  private let handler: Handler

  package init(_ handler: Handler) {
    self.handler = handler
  }

  package static func from(_ context: UnsafeMutableRawPointer) -> Handler {
    Unmanaged<Closure<Handler>>.fromOpaque(context).takeUnretainedValue().handler
  }
}

/// Releases the context of a callback in C.
package let releaseContext: GDestroyNotify = { context in
  if let context { Unmanaged<AnyObject>.fromOpaque(context).release() }
}

/// A target that is retained here, and released exactly once by C.
package func target(owning object: AnyObject) -> TidelineSignalTarget {
  TidelineSignalTarget(context: Unmanaged.passRetained(object).toOpaque()) {
    Unmanaged<AnyObject>.fromOpaque($0).release()
  }
}

/// The arguments of a signal, numbered from 1, and its object as number 0; valid only within its
/// handler.
package struct SignalArguments {
  private let values: UnsafePointer<GValue>

  fileprivate init(_ values: UnsafePointer<GValue>) { self.values = values }

  package func double(_ number: Int) -> Double { g_value_get_double(values + number) }
  package func unsigned(_ number: Int) -> UInt32 { g_value_get_uint(values + number) }
  package func int(_ number: Int) -> Int { Int(g_value_get_int(values + number)) }
  package func enumeration(_ number: Int) -> UInt32 {
    UInt32(bitPattern: g_value_get_enum(values + number))
  }
  package func object<Class: ObjectConvertible>(_ number: Int, _ type: Class.Type) -> Class {
    unsafeBitCast(g_value_get_object(values + number), to: Class.self)
  }
  package func string(_ number: Int) -> String {
    String(cString: g_value_get_string(values + number))
  }
  /// An object, a variant, or a boxed or other value that is passed as a pointer.
  package func pointer(_ number: Int) -> OpaquePointer? {
    OpaquePointer(g_value_peek_pointer(values + number))
  }
}

extension ObjectConvertible {
  /// Connects a signal that returns nothing. Its arguments, if it has any, are ignored.
  @discardableResult
  public func connect(_ signal: String, _ handler: @escaping () -> Void) -> SignalConnection {
    connect(signal) { _ in
      handler()
      return false
    }
  }

  /// Connects a signal with arguments.
  ///
  /// - Parameters:
  ///   - after: whether the handler comes after those that were connected without it.
  ///   - handler: returns the result of a signal that has one; true is `GDK_ACTION_COPY`, too.
  @discardableResult
  package func connect(
    _ signal: String,
    after: Bool = false,
    _ handler: @escaping (SignalArguments) -> Bool
  ) -> SignalConnection {
    typealias Handler = (SignalArguments) -> Bool
    let target = target(owning: Closure<Handler>(handler))
    let id = tideline_signal_connect(asObject, signal, after, target) { context, arguments in
      MainActor.assumeIsolated { Closure<Handler>.from(context)(SignalArguments(arguments)) }
    }
    return SignalConnection(self, id)
  }
}

extension String {
  /// A text that a C function has allocated, which is freed; nil for null.
  package nonisolated init?(taking text: UnsafeMutablePointer<CChar>?) {
    guard let text else { return nil }
    self.init(cString: text)
    g_free(text)
  }
}

nonisolated extension [String] {
  /// The texts of a null-terminated array that a C function has allocated, which is freed.
  package init(taking texts: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) {
    self.init()
    while let text = texts?[count] { append(String(cString: text)) }
    g_strfreev(texts)
  }
}
