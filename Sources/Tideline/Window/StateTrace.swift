import FoundationEssentials
import PullToRefresh
import SystemPackage
import TidelineGtk

#if DEBUG || TRACED
  /// Writes a line of JSON for each change of the list, its header and its footer, for tests that
  /// observe the window from outside. Off unless `TIDELINE_TRACE` names a file; not in releases.
  final class StateTrace {
    private let file: FileDescriptor
    private var last: Line?
    /// The time when the newest rows were first painted; nil until rows are painted.
    private var painted: Double?
    private var painting: SignalConnection?
    /// The newest revision of the list whose first frame is awaited or recorded.
    private var revision = 0

    /// Nil if the environment does not name a file, or the file cannot be written.
    static func fromEnvironment() -> StateTrace? {
      guard let path = ProcessInfo.processInfo.environment["TIDELINE_TRACE"] else { return nil }
      let file = try? FileDescriptor.open(
        FilePath(path),
        .writeOnly,
        options: [.create, .append, .closeOnExec],
        permissions: .ownerReadWrite
      )
      return file.map(StateTrace.init)
    }

    private init(_ file: FileDescriptor) { self.file = file }

    isolated deinit { try? file.close() }

    func record(_ controller: RefreshController, list: ConversationList) {
      awaitRows(controller, list)
      var line = Line(
        header: Self.name(of: controller.refresh.state.moment),
        footer: Self.name(of: controller.loadMore.state.moment, isFooter: true),
        rows: list.model.count,
        first: list.model.first?.title,
        result: Self.result(of: controller.refresh.state.moment),
        progress: controller.refresh.progress?.title,
        scroll: list.widget.verticalAdjustment.value,
        runs: controller.started[.refresh],
        loads: controller.started[.loadMore],
        painted: painted,
        lists: list.model.revision
      )
      // A change of the scroll position alone is not worth a line.
      last?.scroll = line.scroll
      guard line != last else { return }
      last = line
      line.time = Self.now
      guard var data = try? JSONEncoder().encode(line) else { return }
      data.append(UInt8(ascii: "\n"))
      _ = try? file.writeAll(data)
    }

    /// If the rows have changed, waits for the first frame that shows them, and records its time.
    private func awaitRows(_ controller: RefreshController, _ list: ConversationList) {
      guard revision != list.model.revision, !list.model.isEmpty else { return }
      guard let clock = list.widget.frameClock else { return }
      revision = list.model.revision
      painting?.disconnect()
      painting = clock.after(.paint) { [weak self, weak list, weak controller] in
        guard let self, let list, let controller, list.widget.isMapped else { return }
        painted = Self.now
        painting?.disconnect()
        record(controller, list: list)
      }
    }

    /// The present time in seconds, on the clock of the frame times.
    private static var now: Double { MainLoop.now / .seconds(1) }

    private struct Line: Codable, Equatable {
      var time = 0.0
      var header: String
      var footer: String
      var rows: Int
      var first: String?
      var result: String?
      var progress: String?
      var scroll: Double
      var runs: Int
      var loads: Int
      /// The time when the newest rows were painted, on the clock of `time`; nil before that.
      var painted: Double?
      /// The list's count of changes.
      var lists: Int
    }

    /// A state's name in the trace. A footer that peeks is `idle`. A footer stays open after a
    /// failure and is `failed`, whereas a header closes and is `settling`.
    private static func name(of moment: RefreshState.Moment, isFooter: Bool = false) -> String {
      switch moment {
      case .disabled: "disabled"
      case .idle: "idle"
      case .peeking: isFooter ? "idle" : "peeking"
      case .pulling: "pulling"
      case .armed: "armed"
      case .waiting: "waitingForRefresh"
      case .running: "running"
      case .failed where isFooter: "failed"
      case .succeeded, .failed, .cancelled: "settling"
      case .exhausted: "exhausted"
      }
    }

    private static func result(of moment: RefreshState.Moment) -> String? {
      switch moment {
      case .succeeded(let summary): summary
      case .failed(let message): message
      case .cancelled: "cancelled"
      default: nil
      }
    }
  }
#endif
