import Testing
import TidelineGtk

@testable import Gallery

/// The gallery's list of pages, and the code that each page shows.
@MainActor struct PageTests {
  @Test func everyPageShowsItsCode() throws {
    for page in Gallery.pages {
      let code = try #require(page.code, "\(page.title)")
      #expect(code.contains("refreshable") || code.contains("loadsMore"), "\(page.title)")
      #expect(!code.contains("about:"), "\(page.title)")
    }
  }

  @Test func everyPageHasANameOfItsOwn() {
    let names = Gallery.pages.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z-]+/) != nil })
  }

  @Test func theCodeIsTheBodyOfThePagesClosureAtTheMargin() {
    let source = """
        Page("Before") {
          before()
        },
        Page(
          "This one"
        ) { rows, list in
          if yes {
            go()
          }

          more()
        },
        Page("After") {
      """
    #expect(Page.code(in: source, from: 4) == "if yes {\n  go()\n}\n\nmore()")
  }

  @Test func aFileThatIsGoneHasNoCode() {
    let page = Page("Gone", about: "", file: "/nowhere/Page.swift") { Label("") }
    #expect(page.code == nil)
  }
}

/// The options of the gallery's command line.
@MainActor struct GalleryOptionsTests {
  @Test func everyOptionIsRead() throws {
    let options = try GalleryOptions(["--page", "ring", "--dark", "--rtl"])
    #expect(options.page == "ring")
    #expect(options.isDark)
    #expect(options.isRightToLeft)
    #expect(options.pictures == nil)
    #expect(try GalleryOptions(["--pictures", "out"]).pictures == "out")
    #expect(try GalleryOptions(["-h"]).asksForHelp)
  }

  @Test(arguments: [["--page"], ["--page", "--dark"], ["--colour"], ["ring"]])
  func whatItDoesNotKnowItRefuses(arguments: [String]) {
    #expect(throws: GalleryOptions.UsageError.self) { try GalleryOptions(arguments) }
  }
}
