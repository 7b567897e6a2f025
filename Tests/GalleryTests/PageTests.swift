import Testing
import TidelineGtk

@testable import Gallery

/// The gallery's list of pages, and the code that each page shows.
@MainActor struct PageTests {
  @Test func everyPageShowsItsCode() throws {
    for page in Gallery.pages {
      let snippet = try #require(PageSource.snippet(of: page), "\(page.title)")
      #expect(snippet.contains("refreshable") || snippet.contains("loadsMore"), "\(page.title)")
      #expect(!snippet.contains("// snippet."), "\(page.title)")
    }
  }

  @Test func everyPageHasANameOfItsOwn() {
    let names = Gallery.pages.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z-]+/) != nil })
  }

  @Test func aSnippetIsWhatStandsBetweenItsMarksAtTheMargin() {
    let source = """
      // snippet.show
      of the page before
      // snippet.hide
      Page(
          // snippet.show
          if yes {
            go()
          }

          // snippet.hide
          hidden()
      // snippet.show
      more()
      // snippet.hide
      Page(
      // snippet.show
      of the next page
      // snippet.hide
      """
    let snippet = PageSource.snippet(in: source, from: 4)
    #expect(snippet == "if yes {\n  go()\n}\n\n\nmore()")
  }

  @Test func aFileThatIsGoneHasNoCode() {
    let page = Page("Gone", about: "", file: "/nowhere/Page.swift") { Label("") }
    #expect(PageSource.snippet(of: page) == nil)
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
