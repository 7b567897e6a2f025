import Testing

@testable import Mail

/// Accounts in other programs on this machine.
struct FoundAccountTests {
  private let layout: Layout

  init() throws { layout = try Layout() }

  private func find() -> [FoundAccount] {
    MailDiscovery.findAccounts(
      in: MailPlaces(
        home: layout.root,
        config: layout.path(".config"),
        data: layout.path(".local/share"),
        environment: [:],
        spools: []
      )
    )
  }

  private func urls() -> [String] { find().map(\.server.url) }

  private func thunderbird(_ settings: String) throws {
    try layout.file(
      ".thunderbird/profiles.ini",
      "[Profile0]\nName=a\nPath=a.default\nIsRelative=1\n"
    )
    try layout.file(".thunderbird/a.default/prefs.js", settings)
  }

  @Test func thunderbirdsServersAreFoundWithTheAddressesOfTheirUsers() throws {
    try thunderbird(
      """
      // Mozilla User Preferences
      user_pref("mail.account.account1.identities", "id1,id2");
      user_pref("mail.account.account1.server", "server2");
      user_pref("mail.account.account2.server", "server1");
      user_pref("mail.identity.id1.useremail", "ann@tide.example");
      user_pref("mail.server.server1.hostname", "Local Folders");
      user_pref("mail.server.server1.type", "none");
      user_pref("mail.server.server10.hostname", "imap.reef.example");
      user_pref("mail.server.server10.port", 1143);
      user_pref("mail.server.server10.socketType", 2);
      user_pref("mail.server.server10.type", "imap");
      user_pref("mail.server.server10.userName", "bo");
      user_pref("mail.server.server2.hostname", "imap.tide.example");
      user_pref("mail.server.server2.port", 993);
      user_pref("mail.server.server2.socketType", 3);
      user_pref("mail.server.server2.type", "imap");
      user_pref("mail.server.server2.userName", "ann\\\\sea");
      user_pref("mail.server.server3.hostname", "pop.tide.example");
      user_pref("mail.server.server3.type", "pop3");
      user_pref("mail.server.server3.userName", "ann");
      """
    )
    #expect(
      urls() == ["imaps://ann%5Csea@imap.tide.example/", "imap://bo@imap.reef.example:1143/"]
    )
    #expect(find().map(\.mailAddress) == ["ann@tide.example", "bo"])
    #expect(find().allSatisfy { $0.program == .thunderbird })
  }

  @Test(arguments: [
    "user_pref(\"mail.server.s.hostname\", \"\");",
    "user_pref(\"mail.server.s.hostname\", \"a b\");",
    "user_pref(\"mail.server.s.hostname\", \"../x\");", "user_pref(\"mail.server.s.hostname", "",
    "user_pref(\"mail.server.s.hostname\", \"a\nb\");",
    "user_pref(\"mail.server.s.port\", 99999999);",
  ])
  func whatIsNoServerIsNone(line: String) throws {
    let rest = """
      user_pref("mail.server.s.type", "imap");
      user_pref("mail.server.s.userName", "ann");

      """
    try thunderbird(rest + line)
    #expect(find().isEmpty)
  }

  @Test func evolutionsServersAreFoundAndThoseThatAreOffAreNot() throws {
    func source(_ name: String, isOn: Bool = true, host: String = "imap.tide.example") throws {
      try layout.file(
        ".config/evolution/sources/\(name).source",
        """
        [Data Source]
        DisplayName=Ann
        Enabled=\(isOn)

        [Authentication]
        Host=\(host)
        Port=993
        User=ann

        [Mail Account]
        BackendName=imapx
        IdentityUid=me

        [Security]
        Method=ssl-on-alternate-port
        """
      )
    }
    try source("a")
    try source("b", isOn: false, host: "off.tide.example")
    try source("c", host: "")
    try layout.file(".config/evolution/sources/d.source", "[Mail Account]\nBackendName=maildir\n")
    try layout.file(".config/evolution/sources/e.source", "no key file")
    try layout.file(
      ".config/evolution/sources/me.source",
      "[Mail Identity]\nAddress=ann@tide.example\n"
    )
    #expect(urls() == ["imaps://ann@imap.tide.example/"])
    #expect(find().map(\.mailAddress) == ["ann@tide.example"])
    #expect(find().map(\.program) == [.evolution])
  }

  @Test(arguments: [("3", 1), ("4", 1), ("10", 0)])
  func ofThunderbirdsAccountsThoseWithOAuth2AreLeftOut(method: String, count: Int) throws {
    try thunderbird(
      """
      user_pref("mail.server.server1.authMethod", \(method));
      user_pref("mail.server.server1.hostname", "imap.tide.example");
      user_pref("mail.server.server1.type", "imap");
      user_pref("mail.server.server1.userName", "ann");
      """
    )
    #expect(find().count == count)
  }

  @Test(arguments: [
    ("PLAIN", 1), ("", 1), ("XOAUTH2", 0), ("OAuth2", 0), ("OAUTHBEARER", 0), ("Google", 0),
    ("Outlook", 0), ("Yahoo", 0),
  ])
  func ofEvolutionsAccountsThoseWithOAuth2AreLeftOut(method: String, count: Int) throws {
    try layout.file(
      ".config/evolution/sources/a.source",
      "[Mail Account]\nBackendName=imapx\n[Authentication]\nHost=imap.tide.example\nUser=ann\n"
        + "Method=\(method)\n"
    )
    #expect(find().count == count)
  }

  @Test func anAccountOfBothProgramsIsFoundOnce() throws {
    try thunderbird(
      """
      user_pref("mail.server.server1.hostname", "imap.tide.example");
      user_pref("mail.server.server1.socketType", 3);
      user_pref("mail.server.server1.type", "imap");
      user_pref("mail.server.server1.userName", "ann");
      """
    )
    try layout.file(
      ".config/evolution/sources/a.source",
      "[Mail Account]\nBackendName=imapx\n[Authentication]\nHost=IMAP.tide.example\nUser=ann\n"
        + "[Security]\nMethod=ssl-on-alternate-port\n"
    )
    #expect(urls() == ["imaps://ann@imap.tide.example/"])
  }

  @Test func whereNoneOfThemIsThereAreNone() { #expect(find().isEmpty) }
}
