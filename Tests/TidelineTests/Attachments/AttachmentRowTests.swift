import CAdwaita
import Foundation
import TidelineGtk
import XCTest

@testable import Mail
@testable import MailText
@testable import Tideline

/// The work of an attachment's row.
nonisolated final class AttachmentRowTests: TidelineTestCase {
  override class func setUp() {
    super.setUp()
    onMainActor { adw_init() }
  }

  func testWhatIsBeingSavedIsSavedWhenItsMessageLeavesTheWindow() throws {
    try onMainActor {
      let folder = NSTemporaryDirectory() + "tideline-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      var reading: CheckedContinuation<Void, Never>?
      let attachment = Attachment(name: "tides.txt", type: "text/plain", size: 2)
      var row: AttachmentRow? = AttachmentRow(attachment) { _, _ in
        await withCheckedContinuation { reading = $0 }
        return [104, 105]
      }
      row?.save(in: folder)
      XCTAssertTrue(MainLoop.run { reading != nil })
      let life = Weak(object: row)
      row = nil
      reading?.resume()
      let path = folder + "/tides.txt"
      XCTAssertTrue(MainLoop.run { FileManager.default.fileExists(atPath: path) })
      XCTAssertEqual(FileManager.default.contents(atPath: path), Data([104, 105]))
      XCTAssertTrue(MainLoop.run { life.object == nil }, "the row is not kept")
    }
  }

  private struct Weak { weak var object: AttachmentRow? }
}
