// swift-tools-version: 6.2
import PackageDescription

// A binding of GTK with the names that others take, and a program on it that is pulled. It hands
// pointers to the library. Tideline's app has a target Mail, too; it does not come along
// with the library.
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
