import Foundation

/// Pictures that follow each other, beside this file.
enum Frames {
  /// A moon that waxes.
  static let moon = (1...8).map { number in
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Frames/moon-\(number).svg").path
  }
}
