// swift-tools-version: 6.2
import PackageDescription

// A GTK binding whose modules have the names that other bindings use, and a program on it that
// hands a pointer to its list to the library. The target Mail does not collide with the target of
// that name in Tideline's app: the library does not bring it along.
let package = Package(
  name: "OwnGtk",
  dependencies: [.package(name: "tideline", path: "../..")],
  targets: [
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4"),
    .target(name: "Gtk", dependencies: ["CGtk"]),
    .target(name: "Mail"),
    .executableTarget(
      name: "OwnGtk",
      dependencies: ["Gtk", "Mail", .product(name: "PullToRefresh", package: "tideline")]
    ),
  ]
)
