// swift-tools-version: 6.2
import PackageDescription

/// Every target: Swift 6 mode, warnings are errors.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
]

/// Targets that use widgets: isolated to the main actor by default.
let onMainActor: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

/// Compiles the trace of the window's states (`StateTrace`) into a release, for benchmarks and the
/// demo. A debug build always has it.
let traced: [SwiftSetting] = Context.environment["TRACED"] == nil ? [] : [.define("TRACED")]

/// Each file must import the modules that it uses. Otherwise GRDB's import would offer all of
/// Foundation, and a part of that is not in the program (docs/size.md).
let ownImports: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

/// Optimizes a debug build, too, without changing what it checks: reading mail takes a tenth of the
/// time, which the tests and a first `make run` save more often than compiling costs it. Not for a
/// target of the library's products, which other packages could no longer use by a version.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Compiles for size what reacts to a user or runs once: this saves 0.3 MB. As above, not for a
/// target of the library's products.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

let package = Package(
  name: "Tideline",
  // Only the libraries. A package that depends on this one may not have a target with the same name
  // as a target of these products: further products would forbid it names such as Mail or Network.
  // Inside this package, SwiftPM makes each executable target a product anyway.
  products: [
    .library(name: "PullToRefresh", targets: ["PullToRefresh", "PullToRefreshGtk"]),
    // A part of it, for lists that need no pull.
    .library(name: "RefreshPlaceKeeping", targets: ["RefreshPlaceKeeping", "PullToRefreshGtk"]),
    // The library's C interface, for other languages; scripts/build-library installs it.
    .library(name: "pulltorefresh", type: .dynamic, targets: ["PullToRefreshC"]),
  ],
  dependencies: [
    // Exactly the version that build-aux/Foundation.swift is made for.
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
  ],
  targets: [
    // The library.
    .systemLibrary(name: "CTidelineGLib", pkgConfig: "gio-2.0"),
    // The user's language and time zone.
    .target(name: "TidelineLocalization", dependencies: ["CTidelineGLib"], swiftSettings: strict),
    .systemLibrary(name: "CPullToRefreshGtk", pkgConfig: "gtk4"),
    .target(name: "CPullToRefreshShim", dependencies: ["CTidelineGLib", "CPullToRefreshGtk"]),
    .target(
      name: "PullToRefreshGtk",
      dependencies: ["CTidelineGLib", "CPullToRefreshGtk", "CPullToRefreshShim"],
      swiftSettings: onMainActor
    ),
    // Scroll positions, and the rules by which content keeps its place.
    .target(name: "RefreshScrolling", swiftSettings: strict),
    .target(
      name: "RefreshPlaceKeeping",
      dependencies: ["PullToRefreshGtk", "TidelineLocalization", "RefreshScrolling"],
      exclude: ["README.md"],
      swiftSettings: onMainActor
    ),
    // The states of a pull, and the rules that lead from one to the next.
    .target(name: "RefreshCore", dependencies: ["RefreshScrolling"], swiftSettings: strict),
    .target(
      name: "PullToRefresh",
      dependencies: [
        "PullToRefreshGtk", "TidelineLocalization", "RefreshCore", "RefreshPlaceKeeping",
        "RefreshScrolling",
      ],
      swiftSettings: onMainActor + traced
    ),

    // The GObjects for other languages, and their Swift part.
    .target(
      name: "CPullToRefresh",
      dependencies: ["CPullToRefreshGtk", "CPullToRefreshShim"]
    ),
    .target(
      name: "PullToRefreshC",
      dependencies: [
        "CPullToRefresh", "PullToRefresh", "PullToRefreshGtk",
      ],
      swiftSettings: onMainActor
    ),

    // C functions for further GTK classes, which only the app and the Gallery use.
    .target(
      name: "CTidelineShim",
      dependencies: ["CTidelineGLib", "CPullToRefreshGtk", "CPullToRefreshShim"]
    ),
    .target(
      name: "TidelineGtk",
      dependencies: [
        "CPullToRefreshGtk", "CPullToRefreshShim", "CTidelineGLib", "CTidelineShim",
        "PullToRefreshGtk",
      ],
      swiftSettings: onMainActor
    ),

    // The editor of a list's look, for the app and the Gallery.
    .target(
      name: "TidelineLooks",
      dependencies: ["CTidelineGLib", "PullToRefresh", "TidelineGtk", "TidelineLocalization"],
      swiftSettings: onMainActor
    ),

    // A program with one page for each style and feature of the library.
    .executableTarget(
      name: "Gallery",
      dependencies: ["PullToRefresh", "TidelineGtk", "TidelineLooks"],
      exclude: ["Frames"],
      swiftSettings: onMainActor
    ),

    // Connections to servers, over TCP and TLS.
    .target(
      name: "Network",
      dependencies: ["CTidelineGLib", "TidelineLocalization"],
      swiftSettings: strict
    ),
    // The protocol between a mail server and a client, without the connection.
    .target(name: "IMAP", swiftSettings: strict),

    // From the bytes of a message to its text.
    .target(
      name: "MailText",
      dependencies: ["CTidelineGLib", "TidelineLocalization"],
      exclude: ["README.md"],
      // Data that anybody can extend.
      resources: [
        .embedInCode("Calendar/zone-names.txt"),
        .embedInCode("Charset/charset-labels.txt"),
        .embedInCode("HTML/html-entities.txt"),
        .embedInCode("HTML/program-marks.txt"),
        .embedInCode("Header/date-words.txt"),
        .embedInCode("Words/plain-letters.txt"),
      ],
      swiftSettings: strict + ownImports + optimized,
      plugins: ["EmbedPhrases"]
    ),
    .plugin(name: "EmbedPhrases", capability: .buildTool()),

    // The mail engine.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    // A function of SQLite that Swift cannot call.
    .systemLibrary(name: "CStore", pkgConfig: "sqlite3"),
    .target(
      name: "Mail",
      dependencies: [
        "CTidelineGLib", "CStore", "CZlib", "IMAP", "MailText", "Network",
        "TidelineLocalization",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict + ownImports + optimized
    ),

    // A sample mailbox to try the app with.
    .target(
      name: "MailSample",
      dependencies: ["CTidelineGLib", "Mail"],
      swiftSettings: strict + ownImports + small
    ),

    // The app: a program for the terminal, which should not load GTK, a program with the window,
    // and the code that both share.
    // CSecret: the user's keyring.
    .systemLibrary(name: "CSecret", pkgConfig: "libsecret-1"),
    .target(
      name: "TidelineProgram",
      dependencies: [
        "CTidelineGLib", "CSecret", "TidelineLocalization", "Mail", "Network",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict + ownImports + small
    ),
    .executableTarget(
      name: "tideline",
      dependencies: [
        "CTidelineGLib", "TidelineLocalization", "Mail", "MailSample", "Network", "TidelineProgram",
      ],
      path: "Sources/TidelineCommands",
      swiftSettings: strict + ownImports + small
    ),
    .systemLibrary(name: "CAdwaita", pkgConfig: "libadwaita-1"),
    .target(
      name: "Tideline",
      dependencies: [
        "CAdwaita", "CTidelineGLib", "TidelineGtk", "TidelineLocalization", "TidelineLooks",
        "Mail", "MailSample", "PullToRefresh", "TidelineProgram",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: onMainActor + traced + small
    ),
    // Only the entry point. Its code is the target Tideline, which the benchmarks use, too.
    .executableTarget(
      name: "tideline-window",
      dependencies: ["PullToRefresh", "Tideline", "TidelineProgram"],
      path: "Sources/TidelineWindow",
      swiftSettings: onMainActor
    ),

    // The programs of the README, the tutorial and the articles. They mark their main-actor code
    // explicitly, since a project that copies them may not isolate to the main actor by default.
    .executableTarget(
      name: "TenLines",
      dependencies: ["PullToRefreshGtk", "PullToRefresh"],
      path: "Examples/TenLines",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "Letters",
      dependencies: ["PullToRefreshGtk", "PullToRefresh"],
      path: "Examples/Letters",
      exclude: ["letters.c", "letters.js", "letters.py", "letters.vala"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "Messages",
      dependencies: ["PullToRefreshGtk", "PullToRefresh"],
      path: "Examples/Messages",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "Feed",
      dependencies: ["PullToRefreshGtk", "PullToRefresh"],
      path: "Examples/Feed",
      swiftSettings: strict
    ),
    // Driven by `make bench`; not a product.
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "PullToRefreshGtk", "Mail", "MailTesting", "PullToRefresh", "RefreshCore", "Tideline",
        "TidelineGtk", "TidelineProgram",
      ],
      path: "Tests/Benchmarks",
      exclude: [
        "run.py", "report.py", "scale.py", "mail.py", "maildirs.py", "programs.py",
        "start.py", "keystroke.py", "imap.py", "imap_clients.py", "pane.py", "bare_list.c",
      ],
      swiftSettings: onMainActor
    ),
    // Driven by `make bench-mail` and `make bench-imap`; not a product.
    .executableTarget(
      name: "MailBenchmarks",
      dependencies: [
        "Mail", "MailTesting", "TidelineProgram",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/MailBenchmarks",
      swiftSettings: strict
    ),

    .testTarget(
      name: "NetworkTests",
      dependencies: ["CTidelineGLib", "Network"],
      exclude: ["certificates.sh", "server.py"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RefreshScrollingTests",
      dependencies: ["RefreshScrolling"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RefreshPlaceKeepingTests",
      dependencies: ["RefreshPlaceKeeping"],
      swiftSettings: onMainActor
    ),
    .testTarget(
      name: "RefreshCoreTests",
      dependencies: ["RefreshCore"],
      exclude: ["Diagrams"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "IMAPTests",
      dependencies: ["IMAP"],
      exclude: ["Transcripts"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "PullToRefreshGtkTests",
      dependencies: ["PullToRefreshGtk"],
      swiftSettings: onMainActor
    ),
    .testTarget(
      name: "TidelineGtkTests",
      dependencies: ["TidelineGtk"],
      swiftSettings: onMainActor
    ),
    .testTarget(
      name: "PullToRefreshTests",
      dependencies: ["PullToRefresh", "TidelineGtk"],
      swiftSettings: onMainActor
    ),
    .testTarget(name: "GalleryTests", dependencies: ["Gallery"], swiftSettings: onMainActor),
    // Messages made and read in a line of a test.
    .target(
      name: "MailTextTesting",
      dependencies: ["MailText"],
      path: "Tests/MailTextTesting",
      swiftSettings: strict
    ),
    .testTarget(
      name: "MailTextTests",
      dependencies: ["CTidelineGLib", "MailText", "MailTextTesting"],
      exclude: ["Calendar/onsets.py", "Calendar/onsets.txt"],
      swiftSettings: strict
    ),
    // Accounts whose contents a test defines.
    .target(
      name: "MailTesting",
      dependencies: ["Mail"],
      path: "Tests/MailTesting",
      swiftSettings: strict
    ),
    // Messages and the expected results, for the tests of the engine and of the program.
    .target(
      name: "MessageTable",
      path: "Tests/MessageTable",
      exclude: ["README.md", "Rules", "Styles"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "MailTests",
      dependencies: [
        "IMAP", "Mail", "MailSample", "MailTesting", "MailText", "MailTextTesting", "MessageTable",
        "Network",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TidelineTests",
      dependencies: [
        "Tideline", "TidelineLooks", "tideline", "MailTesting", "MailText", "MessageTable",
      ],
      exclude: ["Diagrams"],
      swiftSettings: onMainActor
    ),
  ]
)
