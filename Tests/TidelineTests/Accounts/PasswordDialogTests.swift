import CAdwaita
import CPullToRefreshGtk
import Mail
import Testing
import TidelineGtk
import TidelineProgram
import XCTest

@testable import Tideline

/// The dialog that asks for the passwords of accounts.
nonisolated final class PasswordDialogTests: AdwaitaTestCase {
  @MainActor func testTheAccountsAreAskedForInOneDialog() throws {
    let screen = try Screen()
    for user in ["ann", "bob", "cy"] { screen.ask(user) }
    XCTAssertTrue(screen.runs { screen.entries.count == 3 })
    XCTAssertEqual(screen.dialogs.count, 1)
    for (user, entry) in zip(["ann", "bob"], screen.entries) {
      unsafeBitCast(entry, to: TidelineGtk.Entry.self).text = "secret of \(user)"
    }
    try screen.logIn()
    XCTAssertTrue(screen.runs { screen.answers.count == 3 })
    XCTAssertEqual(screen.answers, ["ann": "secret of ann", "bob": "secret of bob", "cy": nil])
    XCTAssertTrue(screen.runs { screen.dialogs.isEmpty })
    // The next question opens a dialog of its own.
    screen.ask("dee")
    XCTAssertTrue(screen.runs { screen.entries.count == 1 })
    screen.dialogs.first?.close()
    XCTAssertTrue(screen.runs { screen.answers.count == 4 && screen.dialogs.isEmpty })
    XCTAssertEqual(screen.answers["dee"], .some(nil))
  }

  @MainActor func testACancelledQuestionLeavesTheDialog() throws {
    let screen = try Screen()
    let tasks = ["ann", "bob"].map(screen.ask)
    XCTAssertTrue(screen.runs { screen.entries.count == 2 })
    tasks[0].cancel()
    XCTAssertTrue(screen.runs { screen.entries.count == 1 && screen.answers == ["ann": nil] })
    XCTAssertEqual(screen.dialogs.count, 1)
    tasks[1].cancel()
    XCTAssertTrue(screen.runs { screen.dialogs.isEmpty && screen.answers.count == 2 })
  }
}

/// A window over which passwords are asked for.
private final class Screen {
  private(set) var answers: [String: String?] = [:]
  private let window = Window()
  private let question: @Sendable (PasswordRequest) async throws -> String?

  init() throws {
    question = try XCTUnwrap(PasswordQuestion.access.ask)
    PasswordQuestion.parent = { [unowned self] in window }
    window.present()
    XCTAssertTrue(runs { window.asWidget.isMapped })
  }

  isolated deinit {
    PasswordQuestion.parent = { nil }
    window.destroy()
  }

  @discardableResult
  func ask(_ user: String) -> Task<Void, Never> {
    Task { [weak self, question] in
      guard let address = ServerAddress(url: "imaps://\(user)@tide.example/") else { return }
      let answer = try? await question(PasswordRequest(address: address))
      self?.answers[user] = .some(answer)
    }
  }

  /// The dialogs over the window.
  var dialogs: [Window] {
    Window.all.filter { $0.asWidget.typeName == "AdwMessageDialog" && $0.asWidget.isMapped }
  }

  var entries: [Widget] { dialogs.flatMap { $0.all("GtkEntry") } }

  func logIn() throws {
    let buttons = dialogs.flatMap { $0.all("GtkButton") }
    gtk_widget_activate(try XCTUnwrap(buttons.first { $0.isMapped && $0.shows("Log In") }))
  }

  func runs(until condition: () -> Bool) -> Bool { MainLoop.run(until: condition) }
}

/// The times at which the user is asked for a password.
@MainActor
struct PasswordQuestionTests {
  @Test(.timeLimit(.minutes(120)))
  func inTheBackgroundThereIsNoPasswordAtOnceEvenWithoutAWindow() async throws {
    let address = try #require(ServerAddress(url: "imaps://ann@tide.example/"))
    let ask = try #require(PasswordQuestion.access.ask)
    let answer = try await PasswordQuestion.$isAllowed.withValue(false) {
      // Asks in an unstructured task, as when a connection is opened.
      try await Task { try await ask(PasswordRequest(address: address)) }.value
    }
    #expect(answer == nil)
  }
}
