import Foundation
import Gtk
import PullToRefresh

/// The user's language, for the window and the command line alike.
nonisolated enum Translations {
  /// To be called once, before the first text is needed.
  static func bind() {
    setlocale(LC_ALL, "")
    // The catalogues lie beside the binary, wherever it was installed.
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
    let catalogues = prefix.appendingPathComponent("share/locale").path
    for domain in [tr, PullToRefresh.textDomain] { domain.bind(to: catalogues) }
  }
}
