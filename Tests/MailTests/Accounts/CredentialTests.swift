import Mail
import Testing

/// A password or a token is never printed, not even in the message of a crash.
struct CredentialTests {
  @Test(arguments: [Credential.password("staaf"), .token("staaf")])
  func hasNoDescriptionWithTheSecret(_ credential: Credential) {
    var dumped = ""
    dump([credential], to: &dumped)
    for text in [dumped, "\(credential)", "\(Optional(credential) as Any)"] {
      #expect(text.contains("…"))
      #expect(!text.contains("staaf"))
    }
  }
}
