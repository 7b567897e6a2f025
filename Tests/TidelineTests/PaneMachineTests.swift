import Foundation
import Mail
import Testing

@testable import Tideline

/// The states of the pane of conversations, event by event; see ``Diagram`` for the letters.
struct PaneMachineTests {
  @Test(arguments: try PaneCase.all)
  func thePaneIsAsDrawn(_ drawn: PaneCase) {
    for (events, expected) in drawn.rows {
      var diagram = Diagram()
      diagram.play(events)
      let found = [
        "states": diagram.states, "pages": diagram.pages,
        "effects": diagram.effects.isEmpty ? "none" : diagram.effects,
      ]
      #expect(!expected.isEmpty)
      for (name, value) in expected { #expect(found[name] == value, "\(events): \(name)") }
    }
  }

  @Test func aFolderThatCouldNotBeListedIsTriedAgainWhenItIsChosenAgain() {
    #expect(effects(of: "oOmdbz") == "say updateFolders")
    #expect(effects(of: "oOmdbzb") == "list updateFolders" || effects(of: "oOmdbzb") == "list")
    #expect(effects(of: "oOmdbzbb") == "")
  }

  @Test func theMachineKnowsWhatIsListed() {
    let expected: [(String, Listing)] = [
      ("o", .window()), ("oO", .window(.inbox)), ("oOmdb", .window(FolderName("b"))),
      ("oOmdt", .inbox(searching: "t")),
      ("oOmdtw", .window(FolderName("b"))), ("oOmdto", .window()), ("oOf", .window(.inbox)),
      ("oOmc", .window()),
    ]
    for (events, listing) in expected {
      var diagram = Diagram()
      diagram.play(events)
      #expect(diagram.machine.listing == listing, "\(events)")
    }
  }

  /// The effects of the last event.
  private func effects(of events: String) -> String {
    var diagram = Diagram()
    diagram.play(events)
    return diagram.effects
  }
}

/// A case of `Diagrams/pane.txt`: its title, and below it rows of events, each with what is then
/// expected, and two spaces between them.
nonisolated struct PaneCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private(set) var rows: [(events: String, expected: [String: String])] = []

  private init(_ title: String) { testDescription = title }

  /// A line that begins with # is a remark.
  static var all: [PaneCase] {
    get throws {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Diagrams/pane.txt")
      var cases: [PaneCase] = []
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard line.hasPrefix("  ") else {
          if !line.hasPrefix("#") { cases.append(PaneCase(String(line))) }
          continue
        }
        let fields = line.dropFirst(2).components(separatedBy: "  ")
        var expected: [String: String] = [:]
        for field in fields.dropFirst() {
          let words = field.split(separator: " ", maxSplits: 1)
          expected[String(words[0])] = String(words[1])
        }
        cases[cases.count - 1].rows.append((fields[0], expected))
      }
      return cases
    }
  }
}

/// A pane's machine and the letters of its events, states and pages.
///
/// - Events: `o` open, `O` found with its inbox to begin with; `a` list the inbox, `b` another folder,
///   `t` a search in the inbox, `u` what is unread in it, `w` another mailbox's folder, `z` it
///   failed; `m` opened with stored rows, `n` with none, `f` not opened; of the first reading `q`
///   rows, `l` and it takes long, `h` and the header is open, `+` read, `0` read without rows, `E`
///   failed with rows, `e` without any, `x` given up with rows, `X` without any; `d` scrolled to its
///   place, `D` and a fetch command is set; `r` there are rows, `-` there are none, `?` none were
///   found so far; `R` refresh, `s` a sample is made, `!` it failed, `c` close. After `'` the event
///   is of the mailbox that was open before.
/// - States: `.` empty, `o` opening, first reading on the `p`age, in the `l`ist, in the `h`eader, `>`
///   placing, `L` listed, `F` failed, `C` closed.
/// - Pages: `o` opening, `L` the list, `N` no conversations, `!` a failure.
private struct Diagram {
  private(set) var states = ""
  private(set) var pages = ""
  /// The effects of the last event.
  private(set) var effects = ""
  private(set) var machine = PaneMachine()
  private var page = " "

  private struct Trouble: Error {}

  mutating func play(_ events: String) {
    var isLate = false
    for letter in events {
      guard letter != "'" else {
        isLate = true
        continue
      }
      let effects = machine.handle(Self.event(letter, run: machine.run - (isLate ? 1 : 0)))
      isLate = false
      for case .show(let page) in effects { self.page = Self.letter(of: page) }
      self.effects = effects.map(Self.name).joined(separator: " ")
      states += Self.letter(of: machine.state)
      pages += page
    }
  }

  private static func event(_ letter: Character, run: Int) -> PaneMachine.Event {
    switch letter {
    case "o": .open(path: "/mail", .window())
    case "O": .found(run: run, .inbox)
    case "z": .listingFailed(Trouble())
    case "a": .list(path: "/mail", .window(.inbox))
    case "b": .list(path: "/mail", .window(FolderName("b")))
    case "t": .list(path: "/mail", .inbox(searching: "t"))
    case "u": .list(path: "/mail", .inbox(unreadOnly: true))
    case "w": .list(path: "/other", .window(FolderName("b")))
    case "m": .opened(run: run, isEmpty: false)
    case "n": .opened(run: run, isEmpty: true)
    case "f": .openingFailed(run: run, Trouble())
    case "q": .read(run: run, takesLong: false, isHeaderOpen: false)
    case "l": .read(run: run, takesLong: true, isHeaderOpen: false)
    case "h": .read(run: run, takesLong: true, isHeaderOpen: true)
    case "+": .readingEnded(run: run, .success(nil), hasRows: true)
    case "0": .readingEnded(run: run, .success(nil), hasRows: false)
    case "E": .readingEnded(run: run, .failure(Trouble()), hasRows: true)
    case "e": .readingEnded(run: run, .failure(Trouble()), hasRows: false)
    case "x": .readingEnded(run: run, .failure(CancellationError()), hasRows: true)
    case "X": .readingEnded(run: run, .failure(CancellationError()), hasRows: false)
    case "d": .placed(run: run, fetches: false)
    case "D": .placed(run: run, fetches: true)
    case "r": .rowsChanged(hasRows: true, mayHaveMore: false)
    case "-": .rowsChanged(hasRows: false, mayHaveMore: false)
    case "?": .rowsChanged(hasRows: false, mayHaveMore: true)
    case "R": .refresh
    case "s": .make(title: "Sample")
    case "!": .makingFailed(Trouble())
    case "c": .close
    default: fatalError("no event \(letter)")
    }
  }

  private static func letter(of state: PaneMachine.State) -> String {
    switch state {
    case .empty: "."
    case .opening: "o"
    case .reading(.page): "p"
    case .reading(.list): "l"
    case .reading(.header): "h"
    case .placing: ">"
    case .listed: "L"
    case .failed: "F"
    case .closed: "C"
    }
  }

  private static func letter(of page: PaneMachine.Page) -> String {
    switch page {
    case .opening: "o"
    case .list: "L"
    case .noConversations: "N"
    case .failure: "!"
    }
  }

  private static func name(_ effect: PaneMachine.Effect) -> String {
    switch effect {
    case .leave: "leave"
    case .open: "open"
    case .list: "list"
    case .followFolder: "followFolder"
    case .say: "say"
    case .readForTheFirstTime: "readForTheFirstTime"
    case .show: "show"
    case .place(let asRemembered): asRemembered ? "placeAsRemembered" : "placeAtTop"
    case .updateFolders: "updateFolders"
    case .restoreSelection: "restoreSelection"
    case .refresh: "refresh"
    case .refreshAgain: "refreshAgain"
    case .detachList: "detachList"
    }
  }
}

extension Listing {
  /// A window's listing of the inbox, narrowed.
  nonisolated fileprivate static func inbox(
    searching text: String = "",
    unreadOnly: Bool = false
  ) -> Listing {
    var listing = window(.inbox)
    (listing.search, listing.unreadOnly) = (text, unreadOnly)
    return listing
  }
}
