import CPullToRefreshGtk
import Foundation
import PullToRefreshGtk
import XCTest

/// A test of widgets, on the main thread with a display. At the end it asserts that nothing is
/// left, and that no warning or worse message was logged.
nonisolated class WidgetTestCase: XCTestCase {
  /// The number of signal boxes that the test leaves on purpose; the test gives the reason.
  var boxesLeft = 0
  private var leftovers: Leftovers?

  override class func setUp() {
    super.setUp()
    onMainActor {
      ComplaintLog.start()
      XCTAssertTrue(gtk_init_check() != 0, "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
    }
  }

  override func setUp() {
    super.setUp()
    leftovers = MainActor.assumeIsolated { Leftovers() }
  }

  override func tearDown() {
    let (leftovers, kept) = (leftovers, boxesLeft)
    onMainActor {
      leftovers?.assertGone(except: kept)
      XCTAssertEqual(ComplaintLog.take().filter { !KnownComplaints.contains($0) }, [])
    }
    super.tearDown()
  }
}

/// Makes tests that are declared on the main actor runnable. XCTest calls tests on the main thread,
/// but does not declare so; SwiftPM's list of a module's tests prefers this function to
/// XCTest's own.
///
/// - Parameter tests: the names of a class's tests, and the tests: a `Body` is a function without
///   arguments on the main actor, of a type that this file cannot spell, because it is not
///   sendable.
nonisolated func testCase<Test: XCTestCase, Body>(
  _ tests: [(String, (Test) -> Body)]
) -> XCTestCaseEntry {
  let runnable: [(String, (XCTestCase) throws -> Void)] = tests.map { name, test in
    (
      name,
      { this in
        let body = unsafeBitCast(test(this as! Test), to: (@MainActor () throws -> Void).self)
        try onMainActor(body)
      }
    )
  }
  return (Test.self, runnable)
}

/// Runs `body` on the main actor, for what is called on the main thread without being declared so.
nonisolated func onMainActor(_ body: @MainActor () throws -> Void) rethrows {
  try MainActor.assumeIsolated(body)
}

/// The remains that a test of widgets must not leave: open windows and signal boxes. Boxes also
/// hold objects that widgets own, such as a list's controller.
@MainActor struct Leftovers {
  private let windows = Set(Self.windows.map(\.pointer))
  private let boxes = Signal.liveBoxes

  /// Closes the windows that the test opened, and fails if boxes are left then.
  ///
  /// - Parameter kept: the number of boxes that the test has left on purpose.
  func assertGone(
    except kept: Int = 0,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    for window in Self.windows where !windows.contains(window.pointer) { window.destroy() }
    let isGone = MainLoop.run { Signal.liveBoxes <= boxes + kept }
    let left = Signal.liveBoxes - boxes - kept
    XCTAssertTrue(isGone, "\(left) signal boxes are left", file: file, line: line)
  }

  private static var windows: [Window] {
    let list = gtk_window_list_toplevels()
    defer { g_list_free(list) }
    guard let list else { return [] }
    return sequence(first: list) { $0.pointee.next }.compactMap { link in
      link.pointee.data.map { unsafeBitCast($0, to: Window.self) }
    }
  }
}

/// The warnings and worse messages that GLib, GTK and libadwaita log while tests run.
///
/// GLib takes one log writer for each process, and each test target has a copy of this file. The
/// lines are therefore kept in a queue that all copies find by the same name. Any thread may log.
nonisolated enum ComplaintLog {
  private static var place: UnsafePointer<CChar>? { g_intern_string("tideline-complaint-log") }
  private static var key: GQuark { g_quark_from_string("queue") }

  private static var queue: OpaquePointer? {
    g_dataset_id_get_data(place, key).map { OpaquePointer($0) }
  }

  /// Begins to collect lines; only the first call in a process has an effect.
  static func start() {
    guard queue == nil else { return }
    let queue = g_async_queue_new()
    g_dataset_id_set_data_full(place, key, UnsafeMutableRawPointer(queue), nil)
    g_log_set_writer_func(
      { level, fields, count, queue in
        let bad = G_LOG_LEVEL_WARNING.rawValue | G_LOG_LEVEL_CRITICAL.rawValue
        if level.rawValue & bad != 0, let fields {
          let fields = UnsafeBufferPointer(start: fields, count: Int(count))
          let domain = text("GLIB_DOMAIN", in: fields) ?? "no domain"
          let line = "\(domain): \(text("MESSAGE", in: fields) ?? "")"
          g_async_queue_push(queue.map { OpaquePointer($0) }, g_strdup(line))
        }
        return g_log_writer_default(level, fields, count, nil)
      },
      UnsafeMutableRawPointer(queue),
      nil
    )
  }

  /// The lines that were logged since the last call, in order: `DOMAIN: MESSAGE`.
  static func take() -> [String] {
    var lines: [String] = []
    while let line = g_async_queue_try_pop(queue) {
      lines.append(String(cString: line.assumingMemoryBound(to: CChar.self)))
      g_free(line)
    }
    return lines
  }

  /// Puts lines back, for the check at the end of the test.
  fileprivate static func keep(_ lines: [String]) {
    for line in lines { g_async_queue_push(queue, g_strdup(line)) }
  }
}

/// The warnings in GLib's log while `body` runs. They do not fail the test.
func warnings(while body: () throws -> Void) rethrows -> [String] {
  let earlier = ComplaintLog.take()
  defer { ComplaintLog.keep(earlier) }
  try body()
  return ComplaintLog.take()
}

/// One field of a message in GLib's structured log.
private nonisolated func text(_ key: String, in fields: UnsafeBufferPointer<GLogField>) -> String? {
  guard
    let field = fields.first(where: { $0.key.map { String(cString: $0) } == key }),
    let value = field.value
  else { return nil }
  guard field.length >= 0 else { return String(cString: value.assumingMemoryBound(to: CChar.self)) }
  let bytes = UnsafeRawBufferPointer(start: value, count: Int(field.length))
  return String(decoding: bytes, as: UTF8.self)
}

/// The content of Tests/known-complaints.txt.
enum KnownComplaints {
  static func contains(_ line: String) -> Bool {
    patterns.contains { line.firstMatch(of: $0) != nil }
  }

  private static let patterns: [Regex<AnyRegexOutput>] = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appending(path: "known-complaints.txt")
    do {
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
        .map { try Regex($0.components(separatedBy: " | ")[0]) }
    } catch {
      fatalError("cannot read \(file.path): \(error)")
    }
  }()
}
