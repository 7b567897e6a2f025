import Foundation
import MailTextTesting
import Testing

@testable import MailText

/// Pages in the styles of twenty kinds of senders, against what html5lib reads in them.
struct PageTests {
  private struct Reference: Decodable {
    let words: String
    let links: [String]
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Pages")

  private static let references: [String: Reference] = {
    let data = try? Data(contentsOf: folder.appending(path: "reference.json"))
    return (try? JSONDecoder().decode([String: Reference].self, from: data ?? Data())) ?? [:]
  }()

  @Test func thereArePages() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(
      Set(Self.references.keys.map { "\($0).html" }) == Set(names.filter { $0.hasSuffix(".html") })
    )
    #expect(names.count > 60)
  }

  @Test(arguments: references.keys.sorted())
  func allWordsAndLinksAreThereInOrder(name: String) throws {
    let reference = try #require(Self.references[name])
    let page = try Data(contentsOf: Self.folder.appending(path: "\(name).html"))
    let message = readMessage(Array("Content-Type: text/html; charset=utf-8\n\n".utf8) + page)
    let texts = message.passages.flatMap(\.blocks.styledTexts)
    let words = texts.flatMap { $0.text.split { $0.isWhitespace } }
    // The separator above a signature is not text.
    #expect(words == reference.words.split(separator: " ").filter { $0 != "--" })
    #expect(texts.flatMap(\.links) == reference.links)
  }
}

extension StyledText {
  /// The link targets, in order. A link divided into runs of different styles counts once.
  fileprivate var links: [String] {
    var links: [String] = []
    var end: Int?
    for run in runs {
      guard let link = run.link else { continue }
      if run.range.lowerBound != end || links.last != link { links.append(link) }
      end = run.range.upperBound
    }
    return links
  }
}
