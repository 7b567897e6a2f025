import Testing

@testable import IMAP

struct ModifiedUTF7Tests {
  @Test(arguments: [
    ("INBOX", "INBOX"), ("", ""), ("Entwürfe", "Entw&APw-rfe"), ("A & B", "A &- B"), ("&", "&-"),
    ("台北", "&U,BTFw-"), ("~peter/mail/台北/日本語", "~peter/mail/&U,BTFw-/&ZeVnLIqe-"),
    ("😀", "&2D3eAA-"), ("é", "&AOk-"), ("é-", "&AOk--"), ("éé", "&AOkA6Q-"), ("ééé", "&AOkA6QDp-"),
    ("a/b+c,d", "a/b+c,d"), ("\"\\", "\"\\"),
  ])
  func isReadFromASCII(name: String, encoded: String) {
    #expect(ModifiedUTF7.decode(encoded) == name)
  }

  @Test(arguments: [
    // Without an end; with invalid characters; with half a character; with surplus bits.
    "&", "a&b", "&AOk", "&AO!k-", "&AOk=-", "&A-", "&AO-", "&AP-", "&AOl-",
    // One half of a surrogate pair.
    "&2D0-", "&3gA-",
    // Control characters.
    "&AAo-", "&AAA-", "&AH8-", "&/-",
    // Not encoded at all.
    "Entwürfe", "日本語",
  ])
  func whatCannotBeDecodedStaysAsItIs(name: String) {
    #expect(ModifiedUTF7.decode(name) == name)
  }

  @Test(arguments: [
    ("&AO!k-&AOk-", "&AO!k-é"), ("&&-", "&&"), ("&AOk-&AOk-", "éé"), ("&AGE-", "a"), ("&--", "&-"),
    ("&U,BTFw-&", "台北&"),
  ])
  func whatCanBeDecodedIs(name: String, decoded: String) {
    #expect(ModifiedUTF7.decode(name) == decoded)
  }
}
