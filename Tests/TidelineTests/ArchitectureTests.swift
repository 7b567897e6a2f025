import Foundation
import Testing

/// The dependencies between the targets have one direction, and files stay small.
struct ArchitectureTests {
  /// The package's own modules that each target may import.
  private static let arrows: [String: Set<String>] = [
    "CTidelineGLib": [],
    "CSecret": ["CTidelineGLib"],
    "CPullToRefreshGtk": ["CTidelineGLib"],
    "CPullToRefreshShim": ["CTidelineGLib", "CPullToRefreshGtk"],
    "PullToRefreshGtk": ["CTidelineGLib", "CPullToRefreshGtk", "CPullToRefreshShim"],
    "TidelineLocalization": ["CTidelineGLib"],
    "Network": ["CTidelineGLib", "TidelineLocalization"],
    "RefreshScrolling": [],
    "RefreshPlaceKeeping": ["PullToRefreshGtk", "TidelineLocalization", "RefreshScrolling"],
    "RefreshCore": ["RefreshScrolling"],
    "IMAP": [],
    "PullToRefresh": [
      "PullToRefreshGtk", "TidelineLocalization", "RefreshCore", "RefreshPlaceKeeping",
      "RefreshScrolling",
    ],
    "CPullToRefresh": ["CPullToRefreshGtk", "CPullToRefreshShim"],
    "PullToRefreshC": ["CPullToRefresh", "PullToRefresh", "PullToRefreshGtk"],
    "CTidelineShim": ["CTidelineGLib", "CPullToRefreshGtk", "CPullToRefreshShim"],
    "TidelineGtk": [
      "CPullToRefreshGtk", "CPullToRefreshShim", "CTidelineGLib", "CTidelineShim",
      "PullToRefreshGtk",
    ],
    "TidelineLooks": ["CTidelineGLib", "PullToRefresh", "TidelineGtk", "TidelineLocalization"],
    "Gallery": ["PullToRefresh", "TidelineGtk", "TidelineLooks"],
    "CStore": [],
    "CZlib": [],
    "MailText": ["CTidelineGLib", "TidelineLocalization"],
    "Mail": [
      "CTidelineGLib", "CStore", "CZlib", "IMAP", "MailText", "Network", "TidelineLocalization",
    ],
    "MailSample": ["CTidelineGLib", "Mail"],
    "CAdwaita": ["CTidelineGLib", "CPullToRefreshGtk"],
    "TidelineProgram": ["CTidelineGLib", "CSecret", "TidelineLocalization", "Mail", "Network"],
    "TidelineCommands": [
      "CTidelineGLib", "TidelineLocalization", "Mail", "MailSample", "Network", "TidelineProgram",
    ],
    "Tideline": [
      "CAdwaita", "CTidelineGLib", "TidelineGtk", "TidelineLocalization", "TidelineLooks", "Mail",
      "MailSample", "PullToRefresh", "TidelineProgram",
    ],
    "TidelineWindow": ["PullToRefresh", "Tideline", "TidelineProgram"],
  ]

  /// The targets that are named like a program, and not like their folder.
  private static let programs = [
    "TidelineCommands": "tideline", "TidelineWindow": "tideline-window",
  ]

  /// Other packages' modules that would tie the pure state machines and the protocol to a platform.
  private static let platform: Set<String> = [
    "Foundation", "FoundationEssentials", "Dispatch", "Glibc", "Logging", "GRDB", "GRDBSQLite",
  ]

  private let package = SourceTree.package

  @Test func everyTargetHasItsArrows() throws {
    #expect(try Set(package.folders(in: "Sources")) == Set(Self.arrows.keys))
  }

  @Test func sourcesUseOnlyWhatTheirTargetMay() throws {
    for (target, allowed) in Self.arrows {
      for file in try package.files(below: "Sources/\(target)") {
        let used = file.imports.union(file.includes).intersection(Self.arrows.keys)
        let wrong = used.subtracting(allowed).subtracting([target])
        #expect(wrong.isEmpty, "\(file.path) uses \(wrong.sorted())")
      }
    }
  }

  @Test func thePackageDeclaresTheSameArrows() throws {
    let declared = try Manifest(package.text(of: "Package.swift")).dependencies
    for (target, allowed) in Self.arrows {
      // System libraries use each other's headers, and declare no dependencies.
      guard let names = declared[Self.programs[target] ?? target] else {
        #expect(Self.isSystemLibrary(target), "\(target) is not in Package.swift")
        continue
      }
      #expect(names.intersection(Self.arrows.keys) == allowed, "\(target)")
    }
  }

  private static func isSystemLibrary(_ target: String) -> Bool {
    [
      "CTidelineGLib", "CPullToRefreshGtk", "CSecret", "CStore", "CZlib", "CAdwaita",
    ].contains(target)
  }

  /// A program cannot have two modules of one name, and other packages may use GTK's name. SwiftPM
  /// builds the targets of all products, whichever product is requested.
  @Test func whatTheLibraryBringsAlongHasANameOfItsOwn() throws {
    var modules = try Manifest(package.text(of: "Package.swift")).productTargets
    #expect(modules.contains("PullToRefresh"))
    while case let more = modules.union(modules.flatMap { Self.arrows[$0] ?? [] }), more != modules
    {
      modules = more
    }
    #expect(modules.filter { !$0.contains("Refresh") && !$0.contains("Tideline") } == [])
    #expect(!modules.contains("TidelineGtk"), "this is the app's alone")
  }

  @Test(arguments: ["RefreshScrolling", "RefreshCore", "IMAP"])
  func whatIsPureKnowsNoPlatform(target: String) throws {
    for file in try package.files(below: "Sources/\(target)") {
      let wrong = file.imports.intersection(Self.platform)
      #expect(wrong.isEmpty, "\(file.path) imports \(wrong.sorted())")
    }
    let declared = try Manifest(package.text(of: "Package.swift")).dependencies
    #expect(declared[target]?.subtracting(["RefreshScrolling"]) == [])
  }

  /// Other modules have the message's bytes from a file or a server, and keep the results.
  @Test func aMessageIsReadFromItsBytesAlone() throws {
    let access = #/\b(f?open(at)?|socket|connect|FileManager|FileDescriptor|contentsOf:.*URL)\(/#
    for file in try package.files(below: "Sources/MailText") {
      let wrong = file.imports.subtracting(Self.arrows["MailText"] ?? [])
        .subtracting(["FoundationEssentials", "Glibc"])
      #expect(wrong.isEmpty, "\(file.path) imports \(wrong.sorted())")
      #expect(!file.lines.contains { $0.contains(access) }, "\(file.path)")
    }
  }

  /// Foundation's locales, calendars and formats need ICU, which is not in the installed program:
  /// see docs/size.md. GLib and TidelineLocalization provide the same. The Gallery is not
  /// installed.
  @Test func whatIsInstalledNeedsNoICU() throws {
    for target in Self.arrows.keys where target != "Gallery" {
      for file in try package.files(below: "Sources/\(target)") {
        #expect(!file.imports.contains("Foundation"), "\(file.path): import FoundationEssentials")
        #expect(file.needsOfICU.isEmpty, "\(file.path): \(file.needsOfICU)")
      }
    }
  }

  /// A reader would mistake two types of one name for each other. The tutorial's steps repeat its
  /// program.
  @Test func noTwoTypesHaveOneName() throws {
    let files = try package.files(below: "Sources") + package.files(below: "Examples")
    let types = files.filter { !$0.path.contains(".docc/") }.flatMap(\.types)
    let count = Dictionary(types.map { ($0, 1) }, uniquingKeysWith: +)
    #expect(count.filter { $0.value > 1 }.keys.sorted() == [])
  }

  @Test func aFileIsOneIdea() throws {
    for file in try package.files(below: "Sources") where file.path.hasSuffix(".swift") {
      let count = file.lines.count
      #expect(count <= 500, "\(file.path) has \(count) lines")
    }
  }

  /// See “Another field in a row” in docs/architecture.md.
  @Test func aColumnOfARowIsNamedInOneFile() throws {
    let files = try package.files(below: "Sources/Mail").filter { file in
      file.lines.contains { $0.contains(#/\bparticipants\b/#) }
    }
    #expect(files.map(\.path) == ["Sources/Mail/Conversation.swift"])
  }

  /// A mailbox comes from outside: whatever it contains, the app must keep running.
  @Test func nothingCrashesOnPurpose() throws {
    for file in try package.files(below: "Sources") where file.path.hasSuffix(".swift") {
      #expect(file.crashes.isEmpty, "\(file.path): \(file.crashes)")
    }
  }

  /// Two files that scroll the same content would undo each other's work.
  @Test func oneFileOfTheLibraryScrollsTheList() throws {
    let form = #/djustment\.value\s*[-+*/]?=[^=]/#
    let modules = ["RefreshPlaceKeeping", "PullToRefresh"]
    let files = try modules.flatMap { try package.files(below: "Sources/\($0)") }.filter { file in
      file.lines.contains { $0.contains(form) }
    }
    #expect(files.map(\.path) == ["Sources/RefreshPlaceKeeping/ListScroller.swift"])
  }

  /// The files of the tests that sleep: to look again at another process, and to pass on time.
  private static let sleepers: Set = [
    "Tests/Clock/clock.py", "Tests/EndToEnd/processes.py", "Tests/Robustness/test_process.py",
    "Tests/Servers/processes.py",
  ]

  /// A test waits for an event, however long it takes: a limit in seconds would measure the machine.
  /// One constant ends whatever hangs.
  @Test func testsWaitForEventsAndNotForTheMachine() throws {
    let limit = #/\btimeout=\d\d/#
    for file in try package.files(below: "Tests", endingIn: [".py"]) {
      guard !file.path.hasPrefix("Tests/Benchmarks/") else { continue }
      #expect(!file.lines.contains { $0.contains(limit) }, "\(file.path) has a limit of its own")
      let sleeps = file.lines.contains { $0.contains("time.sleep(") }
      #expect(sleeps == Self.sleepers.contains(file.path), "\(file.path)")
    }
    for file in try package.files(below: "Tests") where !file.path.contains("Benchmarks/") {
      // Only what must not happen may be awaited for a limited time.
      let limits = file.lines.filter { $0.contains(#/MainLoop\.run\(timeout:/#) }
      #expect(limits.allSatisfy { $0.contains("XCTAssertFalse") }, "\(file.path)")
    }
  }

  /// The calls that remove, replace or truncate a file, by their source file: see “Files that are
  /// written and removed” in docs/architecture.md.
  private static let fileChanges: [String: Set<String>] = [
    "Sources/CTidelineGLib/CTidelineGLib.h": ["renameat2"],  // declared
    "Sources/Mail/Accounts/Disk/Maildir/MaildirMarker.swift": ["renameat2", "unlinkat"],
    "Sources/Mail/Accounts/Disk/Files/UnpackedFile.swift": ["unlink"],
    "Sources/Mail/Files/FileManifest.swift": ["rename", "rmdir", "unlink"],
    "Sources/Mail/Files/NewFile.swift": ["unlink"],
    "Sources/Mail/Marks/MarkDatabase.swift": ["rename"],
    "Sources/Mail/Store/StoreFile.swift": ["rename", "unlink"],
    "Sources/MailSample/SampleDelivery.swift": ["rename"],
    "Sources/MailSample/SampleMaildir.swift": ["unlink"],
    "Sources/PullToRefresh/Configuration/LastUpdatedFolder.swift": ["removeItem"],
    "Sources/PullToRefreshGtk/Files.swift": ["g_file_set_contents_full"],
    "Sources/Tideline/Attachments/AttachmentFile.swift": ["g_file_replace_contents"],
    "Sources/Tideline/Notifications/LoginStart.swift": ["unlink"],
    "Sources/Tideline/Window/WindowActions.swift": ["rename"],
    "Sources/TidelineGtk/Widget.swift": ["gdk_texture_save_to_png"],
    "Sources/TidelineProgram/Accounts/AccountListFile.swift": ["g_file_set_contents_full"],
  ]

  /// Each call is known to affect only the program's own files. No call removes a folder with its
  /// content.
  @Test func onlyKnownSourcesRemoveOrReplaceFiles() throws {
    var found: [String: Set<String>] = [:]
    for target in Self.arrows.keys {
      for file in try package.files(below: "Sources/\(target)") where !file.fileChanges.isEmpty {
        found[file.path] = file.fileChanges
      }
    }
    #expect(found == Self.fileChanges)
  }

  // Tests the search itself, since a test that cannot fail tests nothing.

  @Test func callsThatRemoveOrReplaceFilesAreSeenInCodeOnly() {
    let file = SourceFile(
      path: "",
      text: """
        try manager.removeItem(atPath: path)
        guard rename(draft, path) == 0 else { return } // not unlink(path)
        g_file_set_contents (path, text, -1, NULL);
        try data.write(to: url, options: [.atomic])
        let file = open(path, O_WRONLY | O_TRUNC)
        titles.remove(at: 0)
        func renamed() {}
        """
    )
    #expect(
      file.fileChanges == ["removeItem", "rename", "g_file_set_contents", ".atomic", "O_TRUNC"]
    )
  }

  @Test func importsOfEveryFormAreSeen() {
    let file = SourceFile(
      path: "",
      text: """
        import PullToRefreshGtk
        @testable import Mail
        @_exported import class CPullToRefreshGtk.Box
          private import struct Foundation.Date
        @preconcurrency @_spi(Some) public import GRDB
        #include "../../CTidelineGLib/CTidelineGLib.h"
        // import CAdwaita
        let imported = "import Logging"
        """
    )
    #expect(
      file.imports == ["PullToRefreshGtk", "Mail", "CPullToRefreshGtk", "Foundation", "GRDB"]
    )
    #expect(file.includes == ["CTidelineGLib"])
  }

  @Test func typesOfEveryFormAreSeen() {
    let file = SourceFile(
      path: "",
      text: """
        public struct Row<Value>: Sendable {
          struct Inner {}
        @MainActor @_spi(Some) package final class List {
        nonisolated private enum Kind { case one }
        actor Store {
        protocol Source: Sendable {}
        extension Row {}
        // class Comment
        """
    )
    #expect(file.types == ["Row", "List", "Kind", "Store", "Source"])
  }

  @Test func crashesAreSeenInCodeOnly() {
    let file = SourceFile(
      path: "",
      text: """
        let row = try! read()
        let label = widget as! Label
        if x { fatalError("no") }
        let thanks = "Gracias!" // never try!
        """
    )
    #expect(file.crashes.count == 3)
  }

  @Test func whatNeedsICUIsSeenInCodeOnly() {
    let file = SourceFile(
      path: "",
      text: """
        let zone = TimeZone.current
        encoder.dateEncodingStrategy = .iso8601
        case readCalendar // of another Locale
        """
    )
    #expect(file.needsOfICU.count == 2)
  }

  @Test func dependenciesAreReadAsTheyAreDeclared() {
    let manifest = Manifest(
      """
      .library(name: "Core", type: .dynamic, targets: ["Core"]),
      .executable(name: "app", targets: ["App"]),
      .target(name: "Core", swiftSettings: strict),
      .executableTarget(
        name: "App",
        dependencies: [
          "Core", // and more
          .product(name: "GRDB", package: "GRDB.swift"),
        ],
        swiftSettings: strict
      ),
      """
    )
    #expect(manifest.dependencies == ["Core": [], "App": ["Core", "GRDB"]])
    #expect(manifest.productTargets == ["Core", "App"])
  }
}
