import Foundation
import Testing
import TidelineProgram

@testable import Tideline

/// The desktop's files agree with the program.
struct DesktopDataTests {
  private let package = SourceTree.package

  private func text(of file: String) throws -> String {
    try package.text(of: "data/\(AppInfo.id).\(file)")
  }

  @Test func theIconsMenuHasEveryActionOfTheApplication() throws {
    let entry = try text(of: "desktop")
    let actions = LaunchAction.allCases.map(\.rawValue)
    #expect(entry.contains("\nActions=\(actions.map { $0 + ";" }.joined())\n"))
    for action in actions {
      #expect(entry.contains("\n[Desktop Action \(action)]\n"))
      #expect(entry.contains("\nExec=tideline --action \(action)\n"))
    }
  }

  /// A program that accepts folders becomes their default program on a desktop that has none.
  @Test func folderOpeningIsLeftToTheFileManager() throws {
    let entry = try text(of: "desktop")
    #expect(entry.contains("\nMimeType=application/mbox;\n"))
    #expect(try text(of: "metainfo.xml").contains("<mediatype>application/mbox</mediatype>"))
  }

  @Test func allOfItIsNamedByTheApplicationsIdentifier() throws {
    #expect(try text(of: "desktop").contains("\nIcon=\(AppInfo.id)\n"))
    #expect(try text(of: "service").contains("\nName=\(AppInfo.id)\n"))
    let metainfo = try text(of: "metainfo.xml")
    #expect(metainfo.contains("<id>\(AppInfo.id)</id>"))
    #expect(metainfo.contains(">\(AppInfo.developer)</developer_name>"))
    #expect(metainfo.contains("<launchable type=\"desktop-id\">\(AppInfo.id).desktop</launchable>"))
  }

  /// The newest release is this version, and all releases of the changelog are there.
  @Test func theReleasesAreThoseOfTheChangelog() throws {
    let released = try text(of: "metainfo.xml").matches(of: #/<release version="([^"]+)"/#)
      .map { String($0.output.1) }
    #expect(released.first == AppInfo.version)
    let changelog = try package.text(of: "CHANGELOG.md")
      .matches(of: #/(?m)^## (\d+\.\d+\.\d+)/#).map { String($0.output.1) }
    #expect(Set(changelog).isSubset(of: released))
  }

  /// Each screenshot is a picture of the documentation, and has the stated size.
  @Test func theScreenshotsAreThere() throws {
    let image =
      #/<image type="source" width="(\d+)" height="(\d+)">https:\/\/[^<]*\/(pictures\/[^<]+\.png)</#
    let images = try text(of: "metainfo.xml").matches(of: image)
    #expect(images.count > 2)
    for image in images {
      let file = package.root.appendingPathComponent("docs/\(image.output.3)")
      // A PNG has its width and height, four bytes each, at byte 16.
      let size = try Data(contentsOf: file)[16..<24].map(Int.init)
      #expect(size[0..<4].reduce(0) { $0 << 8 | $1 } == Int(image.output.1), "\(file)")
      #expect(size[4..<8].reduce(0) { $0 << 8 | $1 } == Int(image.output.2), "\(file)")
    }
  }
}
