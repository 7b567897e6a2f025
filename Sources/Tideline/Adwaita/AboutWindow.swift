import CAdwaita
import TidelineGtk
import TidelineProgram

/// The About window: the program's icon, name, version, purpose, developers and license.
enum AboutWindow {
  static func present(over parent: ApplicationWindow) {
    tideline_about(
      parent.asWindow,
      AppInfo.id,
      AppInfo.name,
      AppInfo.version,
      tr("Lists the mail conversations that you have on disk and on mail servers. Read-only."),
      AppInfo.developer
    )
  }
}
