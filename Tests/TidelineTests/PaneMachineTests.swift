import Mail
import Testing

@testable import Tideline

/// The states of the pane of conversations, event by event; see ``Diagram`` for the letters.
struct PaneMachineTests {
  @Test func aMailboxThatWasReadBeforeIsShownWhereItWasLeftAndRefreshed() {
    expectPane("omdr", states: "o>LL", pages: "oLLL")
    #expect(effects(of: "o") == "leave show open")
    #expect(effects(of: "om") == "show placeAsRemembered")
    #expect(effects(of: "omd") == "restoreSelection refresh")
  }

  @Test func aFirstReadingIsShownOnThePageAndThenInTheList() {
    expectPane("onqq+d", states: "opll>L", pages: "ooLLLL")
    #expect(effects(of: "on") == "readForTheFirstTime")
    #expect(effects(of: "onq") == "show updateFolders", "the folders need not wait for the end")
    #expect(effects(of: "onqq") == "show")
    #expect(effects(of: "onq+") == "updateFolders show placeAtTop")
    #expect(effects(of: "onq+d") == "restoreSelection")
  }

  @Test func oneThatTakesLongIsShownInTheHeaderOnce() {
    expectPane("onqlhq+d", states: "oplhhh>L", pages: "ooLLLLLL")
    #expect(effects(of: "onl") == "show updateFolders refresh")
    #expect(effects(of: "onll") == "show")
  }

  @Test func oneThatTheUserAwaitsInTheHeaderIsNotPutThereAgain() {
    expectPane("onh+d", states: "oph>L", pages: "ooLLL")
    #expect(effects(of: "onh") == "show updateFolders")
  }

  @Test func afterAFirstReadingOnlyTheFetchCommandIsLeftToRun() {
    #expect(effects(of: "onq+D") == "restoreSelection refreshAgain")
    #expect(effects(of: "omD") == "restoreSelection refresh")
  }

  @Test func aMailboxWithoutMailIsNoFailure() {
    expectPane("on0d-", states: "op>LL", pages: "ooNNN")
  }

  @Test func rowsThatCameBeforeAFailureStayAndItIsTriedAgain() {
    expectPane("onqEd", states: "opl>L", pages: "ooLLL")
    #expect(effects(of: "onqEd") == "restoreSelection refresh")
    #expect(effects(of: "onlEd") == "restoreSelection", "the header has shown it")
  }

  @Test func whoGivesUpKeepsWhatCame() {
    expectPane("onlxd", states: "oph>L", pages: "ooLLL")
    #expect(effects(of: "onlxd") == "restoreSelection")
    expectPane("onX", states: "op>", pages: "ooN")
  }

  @Test func whereNothingCouldBeReadThePageShowsWhy() {
    expectPane("of", states: "oF", pages: "o!")
    expectPane("one", states: "opF", pages: "oo!")
    #expect(effects(of: "of") == "detachList show")
    #expect(effects(of: "one") == "updateFolders detachList show")
    // Reports of a list that was left change nothing.
    expectPane("ofr-?", states: "oFFFF", pages: "o!!!!")
  }

  @Test func refreshingOnThatPageOpensTheMailboxAgain() {
    expectPane("ofRm", states: "oFo>", pages: "o!oL")
    #expect(effects(of: "ofR") == "leave show open")
  }

  @Test func refreshingOpensNothingAnywhereElse() {
    for events in ["", "o", "on", "onl", "om", "omd", "s", "s!", "c"] {
      #expect(effects(of: events + "R") == "", "\(events)")
    }
  }

  @Test func anotherMailboxTakesThePlaceOfTheOneBeforeInEachState() {
    for events in ["o", "on", "onq", "onl", "om", "omd", "of", "s!"] {
      #expect(effects(of: events + "o") == "leave show open", "\(events)")
    }
  }

  @Test func whatComesLateFromTheMailboxBeforeChangesNothing() {
    expectPane("oo'm'n'f", states: "ooooo", pages: "ooooo")
    expectPane("onon'q'l'h'+'e'x", states: "opop" + "pppppp", pages: "oooooooooo")
    expectPane("omom'd", states: "o>o>>", pages: "oLoLL")
    for late in ["'m", "'n", "'f", "'q", "'+", "'e", "'d"] {
      #expect(effects(of: "omo" + late) == "", "\(late)")
    }
  }

  @Test func aListWithoutRowsIsAPageUnlessMoreIsSearchedFor() {
    expectPane("omd-r?-", states: "o>LLLLL", pages: "oLLNLLN")
    // During a first reading, rows may still come.
    expectPane("onq-r", states: "oplll", pages: "ooLoL")
  }

  @Test func aSampleIsMadeAndThenOpened() {
    expectPane("so", states: "oo", pages: "oo")
    expectPane("s!", states: "oF", pages: "o!")
    // If a mailbox is open, these events show nothing.
    expectPane("oms!", states: "o>>>", pages: "oLLL")
  }

  @Test func aWindowThatIsGoneOpensNothing() {
    expectPane("omcomr", states: "o>CCCC", pages: "oLLLLL")
    #expect(effects(of: "omc") == "leave")
  }

  @Test func anotherFolderOfTheMailboxIsListedWithoutOpeningIt() {
    #expect(effects(of: "oOmdb") == "list followFolder updateFolders")
    #expect(effects(of: "oOmda") == "", "it is listed already")
    expectPane("oOmdb", states: "oo>LL", pages: "ooLLL")
  }

  @Test func aSearchKeepsToTheFolderAndItsCounts() {
    #expect(effects(of: "oOmdt") == "list")
    #expect(effects(of: "oOmdu") == "list updateFolders", "the title names the filter")
    #expect(effects(of: "oOmdtt") == "")
    #expect(effects(of: "oOt") == "list", "the first page is not there yet")
  }

  @Test func aFolderThatCouldNotBeListedIsTriedAgainWhenItIsChosenAgain() {
    #expect(effects(of: "oOmdbz") == "say updateFolders")
    #expect(effects(of: "oOmdbzb") == "list updateFolders" || effects(of: "oOmdbzb") == "list")
    #expect(effects(of: "oOmdbzbb") == "")
  }

  @Test func aFolderOfAMailboxThatIsNotOpenOpensIt() {
    for events in ["", "o", "oOmd", "of", "oOmdt"] {
      #expect(effects(of: events + "w") == "leave show open", "\(events)")
    }
    for events in ["", "o", "of"] {
      #expect(effects(of: events + "b") == "leave show open", "\(events)")
    }
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

  private func expectPane(
    _ events: String,
    states: String,
    pages: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    var diagram = Diagram()
    diagram.play(events)
    #expect(diagram.states == states, sourceLocation: location)
    #expect(diagram.pages == pages, sourceLocation: location)
  }

  /// The effects of the last event.
  private func effects(of events: String) -> String {
    var diagram = Diagram()
    diagram.play(events)
    return diagram.effects
  }
}

/// A pane's machine and the letters of its events, states and pages.
///
/// - Events: `o` open, `O` found with its inbox to begin with; `a` list the inbox, `b` another folder,
///   `t` a search in the inbox, `u` what is unread in it, `w` another mailbox's folder, `z` it
///   failed; `m` opened with stored rows, `n` with none, `f` not opened; of the first
///   reading `q` rows, `l` and it takes long, `h` and the header is open, `+` read, `0` read without rows, `E` failed with rows, `e` without any, `x` given up with
///   rows, `X` without any; `d` scrolled to its place, `D` and a fetch command is set; `r` there are
///   rows, `-` there are none, `?` none were found so far; `R` refresh, `s` a sample is made, `!` it
///   failed, `c` close. After `'` the event is of the mailbox that was open before.
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
