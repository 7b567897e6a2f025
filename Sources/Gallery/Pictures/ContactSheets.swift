import Foundation
import TidelineGtk

/// Pictures of every row in every state and style: one picture for each color scheme and
/// direction.
enum ContactSheets {
  private struct Look {
    let name: String
    let theme: String
    let isDark: Bool
    let direction: TextDirection
  }

  private static let looks = [
    ("light", "Default", false), ("dark", "Default", true),
    ("high-contrast", "HighContrast", false), ("high-contrast-dark", "HighContrast", true),
  ].flatMap { name, theme, isDark in
    [
      Look(name: "\(name)-ltr", theme: theme, isDark: isDark, direction: .leftToRight),
      Look(name: "\(name)-rtl", theme: theme, isDark: isDark, direction: .rightToLeft),
    ]
  }

  /// Draws the pictures into a directory, which is made if necessary, and prints their paths.
  ///
  /// - Returns: the exit status.
  static func draw(_ application: Application, into directory: String) async -> Int32 {
    do {
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
    } catch {
      return failed("cannot make \(directory): \(error.localizedDescription)")
    }
    // Switches animations off, so that each row is drawn at its beginning.
    Settings.animationsEnabled = false
    for look in looks {
      let path = URL(filePath: directory).appending(path: "rows-\(look.name).png").path
      guard await draw(look, application, to: path) else { return failed("cannot draw \(path)") }
      print(path)
    }
    return 0
  }

  private static func draw(
    _ look: Look,
    _ application: Application,
    to path: String
  ) async -> Bool {
    Settings.useTheme(look.theme)
    Settings.preferDark(look.isDark)
    TextDirection.setDefault(look.direction)
    let sheet = ContactSheet.make(title: look.name)
    let window = Window(
      of: application,
      width: 800,
      height: 600,
      child: ScrolledWindow(sheet)
    )
    defer { window.destroy() }
    window.present()
    await frames(10, of: window)
    return sheet.savePicture(to: path)
  }

  /// Returns after this many frames: by then all widgets have their new styles and sizes.
  private static func frames(_ count: Int, of window: Window) async {
    await withCheckedContinuation { continuation in
      var left = count
      window.addTickCallback { [window = Unowned(window)] _ in
        left -= 1
        window.object.queueAllocate()
        if left == 0 { continuation.resume() }
        return left > 0
      }
    }
  }

  private static func failed(_ message: String) -> Int32 {
    FileHandle.standardError.write(Data("Gallery: \(message)\n".utf8))
    return 1
  }
}
