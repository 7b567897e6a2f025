import Glibc
import Mail
import TidelineGtk
import TidelineProgram

/// Makes the desktop start the program at each login, without a window: by a file in the desktop's
/// autostart folder, or in a sandbox by the background portal.
struct LoginStart {
  let id: String
  let storePath: String?
  var program = InstalledData.program.string
  /// The desktop's autostart folder, whose files name the programs to start.
  var folder = UserDirectories.config + "/autostart"

  private var path: String { "\(folder)/\(id).desktop" }
  private var arguments: [String] {
    ["--gapplication-service"] + (storePath.map { ["--store", $0] } ?? [])
  }

  /// Switches the start at login on or off.
  ///
  /// - Throws: ``LoginStartFailure``; the setting is then unchanged.
  func set(_ isOn: Bool) async throws(LoginStartFailure) {
    guard UserDirectories.areOfSandbox else { return try setFile(isOn) }
    do {
      try await BackgroundPortal.startAtLogin(
        isOn,
        reason: tr("Tell of new mail while no window is open"),
        // The portal runs the command in the sandbox, where the program is found by its name.
        command: [AppInfo.name.lowercased()] + arguments
      )
    } catch {
      throw .notGranted(error)
    }
  }

  private func setFile(_ isOn: Bool) throws(LoginStartFailure) {
    do throws(MailError) { try WritablePath.check(path) } catch { throw .notOurs(path: path) }
    let content = PrivateFile.contents(path).map { String(decoding: $0, as: UTF8.self) }
    guard content.map(isOurs) ?? (access(path, F_OK) != 0) else { throw .notOurs(path: path) }
    if isOn {
      // Also replaces an old entry: the program may have moved, or the entry was switched off.
      guard content != entry else { return }
      do throws(PrivateFile.Failure) {
        try PrivateFile.write(Array(entry.utf8), to: path)
      } catch {
        throw .notWritten(path: path)
      }
    } else if content != nil, unlink(path) != 0 {
      throw .notWritten(path: path)
    }
  }

  /// Whether this program has written the content: the lines of ``entry`` and no others, except
  /// the two lines by which desktops switch an entry off. The command may name an earlier path of
  /// the program or of the store.
  private func isOurs(_ content: String) -> Bool {
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n").map { line in
        let isCommand =
          line.hasPrefix("Exec=\"") && line.firstRange(of: "\" \"--gapplication-service\"") != nil
        return isCommand ? "Exec" : line
      }
    }
    let switches = ["Hidden=", "X-GNOME-Autostart-enabled="]
    let written = lines(content).filter { line in !switches.contains { line.hasPrefix($0) } }
    return written == lines(entry)
  }

  /// The autostart file, in the format of the Desktop Entry Specification.
  private var entry: String {
    """
    [Desktop Entry]
    Type=Application
    Name=\(AppInfo.name)
    Exec=\(([program] + arguments).map(Self.quoted).joined(separator: " "))
    Icon=\(AppInfo.id)
    Terminal=false
    NoDisplay=true

    """
  }

  /// Quotes a command's argument for a desktop entry, and then escapes it as a string value.
  private static func quoted(_ argument: String) -> String {
    var quoted = ""
    for character in argument {
      switch character {
      case "\"", "`", "$": quoted += "\\\\\(character)"
      case "\\": quoted += "\\\\\\\\"
      case "%": quoted += "%%"
      default: quoted.append(character)
      }
    }
    return "\"\(quoted)\""
  }
}

/// The reason why the start at login could not be switched on or off.
enum LoginStartFailure: Error {
  case notWritten(path: String)
  /// The file is a link, or contains something that this program has not written.
  case notOurs(path: String)
  /// In a sandbox only: the portal has not granted the start at login.
  case notGranted(NotGranted)

  /// The reason in the user's language.
  var sentence: String {
    switch self {
    case .notWritten(let path):
      tr(
        "The file “%s” cannot be changed. Check the permissions of its folder, and whether there is "
          + "space.",
        with: LabelText.make(path)
      )
    case .notOurs(let path):
      tr(
        "The file “%s” was made or changed by something else, so it was left alone. Move it away, and "
          + "try again.",
        with: LabelText.make(path)
      )
    case .notGranted(.failed(let reason)):
      tr("The desktop does not start Tideline at login (%s).", with: LabelText.make(reason))
    case .notGranted(.unanswered):
      tr("The desktop has not answered whether it starts Tideline at login. Try again later.")
    case .notGranted(.refused):
      tr(
        "The desktop does not start Tideline at login. Allow it to run in the background in the "
          + "desktop’s settings, under Apps."
      )
    }
  }
}
