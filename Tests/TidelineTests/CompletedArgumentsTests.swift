import Testing

@testable import tideline

/// `tideline` opens the window, unless it is called with a command.
struct CompletedArgumentsTests {
  @Test(arguments: [[], ["Mail"], ["--store", "file"], ["--action", "refresh"], ["--", "list"]])
  func whatIsNoCommandOpensTheWindow(_ arguments: [String]) {
    #expect(TidelineCommand.completed(arguments) == ["open"] + arguments)
  }

  @Test(arguments: [["list", "Mail"], ["open"], ["help", "list"], ["--help"], ["--version"]])
  func commandsAndRequestsForHelpStayAsTheyAre(_ arguments: [String]) {
    #expect(TidelineCommand.completed(arguments) == arguments)
  }
}
