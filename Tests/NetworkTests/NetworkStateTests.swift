import CTidelineGLib
import Testing

@testable import Network

@Suite(.serialized, .timeLimit(.minutes(120)))
struct NetworkStateTests {
  @Test func theStateIsKnownAtOnceAndAfterEachChange() async throws {
    var states = NetworkState.changes().makeAsyncIterator()
    let first = try #require(await states.next())
    reportChange()
    #expect(await states.next() == first)
  }

  @Test func whoeverStopsListeningIsForgotten() async throws {
    let task = Task {
      for await _ in NetworkState.changes() {
        #expect(isListenedTo)
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await task.value
    while isListenedTo {
      try Task.checkCancellation()
      await turn()
    }
  }

  @Test func afterASleepTheStateIsReportedAgain() async throws {
    let bus = try MessageBus()
    let computer = try #require(SleepyComputer(on: bus.address))
    var states = NetworkState.changes(systemBus: bus.address).makeAsyncIterator()
    let first = try #require(await states.next())
    // No event reports when the listener is ready, so the signal is repeated.
    let waking = Task { [computer] in
      while !Task.isCancelled {
        computer.prepareForSleep(false)
        await turn()
      }
    }
    #expect(await states.next() == first)
    waking.cancel()
    await waking.value
  }

  @Test func theSignalBeforeASleepIsNoWaking() {
    func hasWoken(_ argument: OpaquePointer?) -> Bool {
      var arguments = [argument]
      let tuple = g_variant_ref_sink(g_variant_new_tuple(&arguments, 1))
      defer { g_variant_unref(tuple) }
      return SleepSignal.hasWoken(tuple)
    }
    #expect(hasWoken(g_variant_new_boolean(0)))
    #expect(!hasWoken(g_variant_new_boolean(1)))
    #expect(!hasWoken(g_variant_new_string("no")))
    #expect(!SleepSignal.hasWoken(nil))
  }

  @Test func withoutASystemBusTheNetworkIsListenedTo() async throws {
    var states =
      NetworkState.changes(systemBus: "unix:path=/nowhere/bus").makeAsyncIterator()
    let first = try #require(await states.next())
    reportChange()
    #expect(await states.next() == first)
  }

  /// Emits the network monitor's signal of another network.
  private func reportChange() {
    guard let monitor = g_network_monitor_get_default() else { return }
    var values = [GValue(), GValue()]
    g_value_init(&values[0], g_network_monitor_get_type())
    g_value_set_object(&values[0], UnsafeMutableRawPointer(monitor))
    g_value_init(&values[1], GType(5 << 2))
    g_value_set_boolean(&values[1], g_network_monitor_get_network_available(monitor))
    g_signal_emitv(values, signal, 0, nil)
    g_value_unset(&values[0])
  }

  private var signal: guint { g_signal_lookup("network-changed", g_network_monitor_get_type()) }

  /// Only our own listener counts: newer versions of GLib also listen, once a name was looked up.
  private var isListenedTo: Bool {
    g_signal_handler_find(
      UnsafeMutableRawPointer(g_network_monitor_get_default()),
      G_SIGNAL_MATCH_FUNC,
      0,
      0,
      nil,
      unsafeBitCast(NetworkListener.changed, to: UnsafeMutableRawPointer.self),
      nil
    ) != 0
  }
}
