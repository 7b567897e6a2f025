// swift-tools-version: 6.2
import PackageDescription

// A binding of GTK with the names that others take, and a program on it that is pulled. What it
// hands to the library are pointers.
let package = Package(
  name: "OwnGtk",
  dependencies: [.package(name: "tideline", path: "../..")],
  targets: [
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4"),
    .target(name: "Gtk", dependencies: ["CGtk"]),
    .executableTarget(
      name: "OwnGtk",
      dependencies: ["Gtk", .product(name: "PullToRefresh", package: "tideline")]
    ),
  ]
)
