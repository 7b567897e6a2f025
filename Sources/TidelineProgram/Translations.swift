import Glibc
import TidelineLocalization

/// The language of what the programs write.
package enum Translations {
  /// To be called once, before the first text is needed.
  ///
  /// - Parameters:
  ///   - domain: the program's own.
  ///   - library: that of a library in the program, whose catalogues are apart: those of the
  ///     library's own package lie where everybody's do.
  package static func bind(_ domain: TextDomain, library: TextDomain) {
    setlocale(LC_ALL, "")
    domain.bind(to: InstalledData.folder("locale"))
    library.bind(to: InstalledData.folder("tideline/locale"))
  }

  /// Texts in English, the system's reasons too, with the user's dates and numbers: for the command
  /// line, since the argument parser has no other language.
  package static func useEnglish() {
    setlocale(LC_ALL, "")
    setlocale(LC_MESSAGES, "C")
  }
}
