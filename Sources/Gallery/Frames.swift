import Foundation

/// The pictures of an animation, in the same folder as this file.
enum Frames {
  /// A waxing moon.
  static let moon = (1...8).map { number in
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Frames/moon-\(number).svg").path
  }
}
