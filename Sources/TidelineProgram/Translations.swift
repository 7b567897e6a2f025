import Glibc
import TidelineLocalization

/// The language of the programs' texts.
package enum Translations {
  /// Sets the language; call it once, before the first text is needed.
  ///
  /// - Parameter domains: the domains whose catalogues are installed with the program.
  package static func bind(_ domains: TextDomain...) {
    setlocale(LC_ALL, "")
    let catalogues = InstalledData.folder("locale")
    for domain in domains { domain.bind(to: catalogues) }
  }

  /// Uses English texts, also for the system's reasons, with the user's dates and numbers. It is
  /// for the command line, since the argument parser has no other language.
  package static func useEnglish() {
    setlocale(LC_ALL, "")
    setlocale(LC_MESSAGES, "C")
  }
}
