import Glibc
import TidelineLocalization

/// The language of what the programs write.
package enum Translations {
  /// To be called once, before the first text is needed.
  ///
  /// - Parameter domains: whose catalogues are installed with the program.
  package static func bind(_ domains: TextDomain...) {
    setlocale(LC_ALL, "")
    let catalogues = InstalledData.folder("locale")
    for domain in domains { domain.bind(to: catalogues) }
  }

  /// Texts in English, the system's reasons too, with the user's dates and numbers: for the command
  /// line, since the argument parser has no other language.
  package static func useEnglish() {
    setlocale(LC_ALL, "")
    setlocale(LC_MESSAGES, "C")
  }
}
