import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// Asks the user for the decisions that are needed while an account is added.
enum AccountQuestion {
  /// - Returns: the answer; false if the user gives none.
  static func ask(_ question: AccountSetup.Question, over window: Window) async -> Bool {
    switch question {
    case .serverElsewhere(let server, let domain):
      await MessageDialog.make(
        over: window,
        heading: tr("Log In at “%s”?", with: LabelText.make(server.address.host)),
        body: tr(
          "This server was found for %s, but is not of that domain. Your password is sent to it.",
          with: LabelText.make(domain)
        )
      )
      .agrees(tr("_Log In"), no: tr("_Cancel"))
    case .certificate(let facts):
      await certificate(facts, over: window)
    case .noKeyring(let failure):
      await MessageDialog.make(
        over: window,
        heading: tr("The Password Cannot Be Stored"),
        body: tr(
          "%s Tideline can use it until it is closed. After that you are asked for it each time.",
          with: failure.description
        )
      )
      .agrees(tr("_Ask Each Time"), no: tr("_Cancel"))
    }
  }

  private static func certificate(_ facts: CertificateFacts, over window: Window) async -> Bool {
    let dialog = MessageDialog.make(
      over: window,
      heading: tr("Accept This Certificate?"),
      body: ErrorText(facts.error).text
    )
    let rows = [
      // Parts of a certificate.
      (tr("Owner"), facts.owner), (tr("Issuer"), facts.issuer), (tr("Valid from"), facts.validFrom),
      (tr("Valid until"), facts.validUntil), ("SHA-256", grouped(facts.fingerprint)),
    ]
    let content = Box(.vertical, spacing: 6)
    // A part of a certificate that is missing.
    for (title, value) in rows { content.append(fact(title, value ?? tr("Unknown"))) }
    dialog.setContent(content)
    return await dialog.agrees(tr("_Accept"), isRisky: true, no: tr("_Cancel"))
  }

  /// Groups the digits with spaces: groups are easier to compare, and lines break at the spaces.
  private static func grouped(_ digits: String) -> String {
    stride(from: 0, to: digits.count, by: 4)
      .map { String(digits.dropFirst($0).prefix(4)) }
      .joined(separator: " ")
  }

  /// A property of a certificate. Its value is below its title, since a value may be long.
  private static func fact(_ title: String, _ value: String) -> Box {
    let fact = Box(.vertical, spacing: 0)
    for (text, style) in [(title, "caption-heading"), (LabelText.make(value), "body")] {
      fact.append(Label.paragraph(text, style))
    }
    fact.setAccessibleLabel(JoinedText.pair(title, value))
    return fact
  }
}
