import ArgumentParser
import Foundation
import Mail
import Network
import Testing
import TidelineProgram

/// The list of accounts, and its file.
struct AccountListTests {
  private static let ann = ServerAddress(user: "ann@a.example", host: "mail.a.example")
  private static let bo = ServerAddress(user: "bo", host: "mail.b.example", security: .startTLS)

  private func withFile(_ body: (AccountListFile, URL) throws -> Void) throws {
    let folder = try TestFolder()
    let path = URL(fileURLWithPath: folder.path + "/tideline/accounts.json")
    try body(AccountListFile(path: path.path), path)
  }

  @Test func theWindowIsOpenedWithTheURLOfAnAccount() throws {
    try withFile { file, path in
      try file.change { try $0.put(ListedAccount(name: "Ann", address: Self.ann)) }
      #expect(try MailboxName.forWindow("Ann", among: file) == Self.ann.url)
      #expect(try MailboxName.forWindow(Self.bo.url, among: file) == Self.bo.url)
      #expect(try MailboxName.forWindow("Bo", among: file) == "Bo")
      #expect(try MailboxName.forWindow(path.path, among: file) == path.path)
      #expect(throws: (any Error).self) {
        try MailboxName.forWindow("imaps://ann:hush@a.example/", among: file)
      }
    }
  }

  @Test func whatIsKeptIsReadAgain() throws {
    let pin = try #require(CertificateFingerprint(hexadecimal: String(repeating: "0a", count: 32)))
    let accounts = [
      ListedAccount(name: "Ann", address: Self.ann, pins: [pin], isInKeyring: true),
      ListedAccount(name: "B ö", address: Self.bo),
    ]
    try withFile { file, path in
      #expect(try file.read().accounts == [])
      try file.change { list in for account in accounts { try list.put(account) } }
      #expect(try file.read().accounts == accounts)
      #expect(try permissions(path.path) == 0o600)
      #expect(try permissions(path.deletingLastPathComponent().path) == 0o700)
      try file.change { $0.remove(accounts[0].id) }
      #expect(try file.read().accounts == [accounts[1]])
    }
  }

  @Test func aFolderAndAFileThatOthersCanReadAreTakenFromThem() throws {
    try withFile { file, path in
      let folder = path.deletingLastPathComponent().path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try #"{"accounts": [], "version": 1}"#.write(to: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path.path)
      try file.change { try $0.put(ListedAccount(name: "Ann", address: Self.ann)) }
      #expect(try permissions(folder) == 0o700)
      #expect(try permissions(path.path) == 0o600)
      // The user's own lack of a permission stays.
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
      try? file.change { $0 = AccountList() }
      #expect(try permissions(folder) == 0o500)
    }
  }

  @Test func whatALaterVersionHasAddedIsKept() throws {
    try withFile { file, path in
      try file.change { try $0.put(ListedAccount(name: "Ann", address: Self.ann)) }
      let more = #""more" : {"a" : [1, 2.5, null, true, "x"]}, "#
      let text = try String(contentsOf: path, encoding: .utf8)
        .replacing("\"version\"", with: more + "\"version\"")
        .replacing("\"host\"", with: #""color" : "red", "host""#)
      try text.write(to: path, atomically: false, encoding: .utf8)
      try file.change { try $0.put(ListedAccount(name: "Bo", address: Self.bo)) }
      let all = try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? NSDictionary
      #expect(all?["more"] as? NSDictionary == ["a": [1, 2.5, NSNull(), true, "x"] as NSArray])
      let accounts = all?["accounts"] as? [[String: Any]]
      #expect(accounts?.map { $0["color"] as? String } == ["red", nil])
    }
  }

  @Test func anEarlierVersionsNameIsStillRead() throws {
    try withFile { file, path in
      try file.change { try $0.put(ListedAccount(name: "Ann", address: Self.ann)) }
      let text = try String(contentsOf: path, encoding: .utf8)
      try text.replacing("\"Ann\"", with: "\"..\"")
        .write(to: path, atomically: false, encoding: .utf8)
      #expect(try file.read().accounts.map(\.name) == [".."])
    }
  }

  @Test(arguments: [
    ("{", false), ("", false), ("[]", false), (#"{"version": 1}"#, false),
    (#"{"accounts": [{}], "version": 1}"#, false), (#"{"version": 2}"#, true),
  ])
  func whatIsDamagedOrNewerStaysAsItIs(text: String, isNewer: Bool) throws {
    try withFile { file, path in
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try text.write(to: path, atomically: false, encoding: .utf8)
      let error: AccountListError = isNewer ? .newer(path: path.path) : .damaged(path: path.path)
      #expect(throws: error) { try file.read() }
      #expect(throws: error) {
        try file.change { try $0.put(ListedAccount(name: "Ann", address: Self.ann)) }
      }
      #expect(try String(contentsOf: path, encoding: .utf8) == text)
    }
  }

  /// Without its pin, an account would accept any certificate that an authority has signed.
  @Test func aPinThatMakesNoSenseIsDamage() throws {
    try withFile { file, path in
      try file.change { try $0.put(ListedAccount(name: "Ann", address: Self.ann)) }
      let text = try String(contentsOf: path, encoding: .utf8)
      let broken = text.replacing(#/"pins" : \[[^\]]*\]/#, with: #""pins" : ["0a"]"#)
      #expect(broken != text)
      try broken.write(to: path, atomically: false, encoding: .utf8)
      #expect(throws: AccountListError.damaged(path: path.path)) { try file.read() }
    }
  }

  @Test func whatFailsChangesNothing() throws {
    let (one, other) = (Self.ann, Self.bo)
    try withFile { file, _ in
      #expect(throws: AccountListError.nameTaken("Ann")) {
        try file.change { list in
          try list.put(ListedAccount(name: "Ann", address: one))
          try list.put(ListedAccount(name: "Ann", address: other))
        }
      }
      let kept = try file.read()
      #expect(kept.accounts == [])
    }
  }

  @Test func manyAtOnceLoseNothing() async throws {
    let folder = try TestFolder()
    let file = AccountListFile(path: folder.path + "/accounts.json")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let address = ServerAddress(user: "user\(number)", host: "a.example")
          try file.change { try $0.put(ListedAccount(name: "\(number)", address: address)) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try file.read().accounts.count == 40)
  }

  // MARK: Names

  @Test func namesAndAddressesAreUnique() throws {
    var list = AccountList()
    let ann = ListedAccount(name: "Ann", address: Self.ann)
    try list.put(ann)
    #expect(throws: AccountListError.nameTaken("Ann")) {
      try list.put(ListedAccount(name: "Ann", address: Self.bo))
    }
    #expect(throws: AccountListError.addressTaken(Self.ann.url, by: "Ann")) {
      try list.put(ListedAccount(name: "Other", address: Self.ann))
    }
    var renamed = ann
    renamed.name = "Annie"
    try list.put(renamed)
    #expect(list.accounts == [renamed])
    #expect(list.account(named: "Ann") == nil)
    #expect(list.account(at: Self.ann) == renamed)
  }

  @Test(arguments: [
    "", " a", "a ", "-a", ".", "..", "a/b", "a\nb", "\u{202E}a", String(repeating: "a", count: 101),
  ])
  func aNameIsNoPathNoOptionAndNothingThatATerminalObeys(_ name: String) {
    var list = AccountList()
    #expect(throws: AccountListError.nameUnusable(name)) {
      try list.put(ListedAccount(name: name, address: Self.ann))
    }
  }

  @Test func aFreeNameIsTheMailAddress() throws {
    var list = AccountList()
    #expect(list.freeName(for: Self.ann) == "ann@a.example")
    #expect(list.freeName(for: Self.bo) == "bo@mail.b.example")
    try list.put(ListedAccount(name: "ann@a.example", address: Self.bo))
    #expect(list.freeName(for: Self.ann) == "ann@a.example 2")
    let odd = ServerAddress(user: "-/\u{7}" + String(repeating: "x", count: 200), host: "a.example")
    try list.put(ListedAccount(name: list.freeName(for: odd), address: odd))
  }
}

/// The names by which a user can open a mailbox.
struct MailboxNameTests {
  @Test(arguments: ["/var/mail/ann", "Ann", "ann@a.example", "imaps", "imaps:ann", "http://a/", ""])
  func whatIsNoURLOfAnAccountIsAPathOrAName(_ name: String) throws {
    #expect(try MailboxName.address(name) == nil)
  }

  @Test(arguments: [
    "imaps://a.example/", "imaps://ann:hush@a.example/", "IMAP://:hush@a.example", "imaps://ann@",
    "imaps://ann@a.example:0/", "imap://ann@a.example:99999/",
  ])
  func oneThatCannotBeUsedIsNotRepeated(_ url: String) throws {
    #expect {
      try MailboxName.address(url)
    } throws: { error in
      error is ValidationError && !"\(error)".contains("hush")
    }
  }

  @Test func aPathIsAPath() async throws {
    guard case .path("/nowhere/at/all") = try await MailboxName.resolve("/nowhere/at/all") else {
      Issue.record("not a path")
      return
    }
  }
}
