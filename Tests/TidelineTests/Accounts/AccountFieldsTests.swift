import CAdwaita
import CPullToRefreshGtk
import Mail
import TidelineGtk
import XCTest

@testable import Tideline

/// The rows that describe an account.
nonisolated final class AccountFieldsTests: AdwaitaTestCase {
  private static let found = ServerAddress(user: "ann", host: "imap.tide.example", port: 1993)

  @MainActor func testAServerThatWasFoundIsShownAsLongAsTheAddressStays() {
    let fields = AccountFields()
    fields.form = AccountForm(address: "ann@tide.example", password: "x")
    fields.show(found: Self.found)
    XCTAssertEqual(fields.form.host, "imap.tide.example")
    XCTAssertEqual(fields.form.port, "1993")
    XCTAssertEqual(fields.form.user, "ann")
    fields.form.password = "y"
    XCTAssertEqual(fields.form.host, "imap.tide.example")
    fields.form.address = "bo@sea.example"
    XCTAssertEqual(fields.form, AccountForm(address: "bo@sea.example", password: "y"))
  }

  @MainActor func testAServerThatWasTypedStays() {
    let fields = AccountFields()
    fields.form = AccountForm(address: "ann@tide.example", host: "sea.example")
    fields.show(found: Self.found)
    XCTAssertEqual(fields.form.host, "sea.example")
    fields.form.address = "bo@sea.example"
    XCTAssertEqual(fields.form.host, "sea.example")
  }

  @MainActor func testWhatWasFoundAndChangedByHandStays() {
    let fields = AccountFields()
    fields.form = AccountForm(address: "ann@tide.example")
    fields.show(found: Self.found)
    fields.form.host = "mail.tide.example"
    fields.form.address = "bo@sea.example"
    XCTAssertEqual(fields.form.host, "mail.tide.example")
  }

  @MainActor func testAWindowThatIsClosedLeavesNothing() {
    let parent = Window()
    parent.present()
    AddAccountWindow.present(over: parent) { _ in XCTFail("nothing was added") }
    XCTAssertTrue(MainLoop.run { parent.isMapped })
    parent.destroy()
  }
}
