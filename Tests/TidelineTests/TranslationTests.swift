import Foundation
import Testing

/// The catalogues are complete, and gettext finds in them what the program asks for.
struct TranslationTests {
  nonisolated static let domains = ["tideline", "pull-to-refresh"]
  nonisolated static let languages = ["de", "zh_CN"]

  private let root = SourceTree.package.root

  private func path(_ domain: String, _ file: String) -> String {
    root.appendingPathComponent("data/po/\(domain)/\(file)").path
  }

  @Test(arguments: domains, languages)
  func nothingIsLeftUntranslated(domain: String, language: String) throws {
    let catalogue = path(domain, "\(language).po")
    let checked = try Tool.run(
      "msgfmt",
      "--check",
      "--statistics",
      "-o",
      "/dev/null",
      catalogue,
      environment: ["LC_ALL": "C"]
    )
    #expect(checked.status == 0, "\(checked.errors)")
    #expect(checked.errors.wholeMatch(of: #/\d+ translated messages\.\n/#) != nil)
    // Fails for a text of the template that the catalogue lacks or is not sure of.
    let compared = try Tool.run("msgcmp", catalogue, path(domain, "\(domain).pot"))
    #expect(compared.status == 0, "\(compared.errors)")
  }

  /// A text that was added since `make pot` has no translation, and nobody would notice.
  @Test func theTemplatesHaveEveryTextOfTheSources() throws {
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("tideline-pot-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for item in ["Makefile", "Sources", "data"] {
      try FileManager.default.copyItem(
        at: root.appendingPathComponent(item),
        to: copy.appendingPathComponent(item)
      )
    }
    let made = try Tool.run("make", "-C", copy.path, "pot")
    #expect(made.status == 0, "\(made.errors)")
    for domain in Self.domains {
      let fresh = copy.appendingPathComponent("data/po/\(domain)/\(domain).pot").path
      let kept = path(domain, "\(domain).pot")
      let compared = try Tool.run("msgcmp", "--use-untranslated", kept, fresh)
      #expect(compared.status == 0, "run make pot: \(compared.errors)")
    }
  }

  @Test(arguments: [
    ("de", "pull-to-refresh", "Pull to refresh", "Zum Aktualisieren ziehen"),
    ("de", "pull-to-refresh", "Failed: %s", "Fehlgeschlagen: %s"),
    ("de", "tideline", "Preferences", "Einstellungen"),
    ("zh_CN", "pull-to-refresh", "Pull to refresh", "下拉刷新"),
    ("zh_CN", "pull-to-refresh", "Failed: %s", "失败：%s"),
    ("zh_CN", "tideline", "Preferences", "首选项"),
  ])
  func gettextFindsTheTranslation(
    language: String,
    domain: String,
    text: String,
    translation: String
  ) throws {
    try withCatalogues(of: domain) { environment in
      let found = try Tool.run(
        "gettext",
        "-d",
        domain,
        text,
        environment: environment.merging(["LANGUAGE": language]) { $1 }
      )
      #expect(found.output == translation)
    }
  }

  @Test(arguments: [
    ("de", "Vor %d Minute aktualisiert", "Vor %d Minuten aktualisiert"),
    ("zh_CN", "%d 分钟前更新", "%d 分钟前更新"),
    ("en", "Updated %d minute ago", "Updated %d minutes ago"),
  ])
  func pluralsAreThoseOfTheLanguage(language: String, one: String, many: String) throws {
    try withCatalogues(of: "pull-to-refresh") { environment in
      for (count, form) in [(0, many), (1, one), (2, many), (5, many)] {
        let found = try Tool.run(
          "ngettext",
          "-d",
          "pull-to-refresh",
          "Updated %d minute ago",
          "Updated %d minutes ago",
          String(count),
          environment: environment.merging(["LANGUAGE": language]) { $1 }
        )
        #expect(found.output == form, "\(count)")
      }
    }
  }

  /// Compiles them as `make` does.
  private func withCatalogues(
    of domain: String,
    _ body: ([String: String]) throws -> Void
  ) throws {
    let share = FileManager.default.temporaryDirectory
      .appendingPathComponent("tideline-share-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: share) }
    let script = root.appendingPathComponent("scripts/build-data").path
    let built = try Tool.run(script, share.path)
    #expect(built.status == 0, "\(built.errors)")
    // gettext translates in any locale but C, and glibc 2.41 takes C.UTF-8 for C as well. A
    // machine may have no other, so one is made.
    let locales = share.appendingPathComponent("locales")
    try FileManager.default.createDirectory(at: locales, withIntermediateDirectories: true)
    let locale = locales.appendingPathComponent("en_US.UTF-8").path
    // Its status is 1 for mere warnings.
    let made = try Tool.run("localedef", "-i", "en_US", "-f", "UTF-8", locale)
    #expect(FileManager.default.fileExists(atPath: locale + "/LC_CTYPE"), "\(made.errors)")
    let folder = domain == "tideline" ? "locale" : "tideline/locale"
    try body([
      "TEXTDOMAINDIR": share.appendingPathComponent(folder).path,
      "LOCPATH": locales.path,
      "LC_ALL": "en_US.UTF-8",
    ])
  }
}
