/// Recognizes the marks of quotes and signatures that mail programs put into HTML.
enum HTMLMarks {
  static func add(_ tag: HTMLTag, to effect: inout HTMLEffect) {
    add(classes: tag["class"], to: &effect)
    effect.endsWithBlockquote = effect.isQuote && tag.name != "blockquote"
    add(label: HTMLName(tag["name"]), to: &effect)
    for name: HTMLName in ["id", "data-marker"] where tag.has(name) {
      add(identifier: tag[name], to: &effect)
    }
  }

  private static func add(classes: Bytes, to effect: inout HTMLEffect) {
    for word in classes.split(whereSeparator: HTMLTokens.isBlank) {
      let name = HTMLName(plain(Bytes(rebasing: word)))
      if quoteClasses.contains(name) { effect.isQuote = true }
      if signatureClasses.contains(name) { effect.isSignature = true }
      if teaserClasses.contains(name) { effect.isTeaser = true }
    }
  }

  private static func add(label: HTMLName, to effect: inout HTMLEffect) {
    if quoteLabels.contains(label) { effect.isQuote = true }
    if label == "_mailoriginal" { effect.isQuoteForGood = true }
    if label == "messagesignaturesection" { effect.isSignature = true }
  }

  private static func add(identifier: Bytes, to effect: inout HTMLEffect) {
    let plain = plain(identifier)
    let name = HTMLName(plain)
    if quotes.contains(name) || plain.starts(with: "yahoo_quoted") { effect.isQuote = true }
    if quotesBegin.contains(name) { effect.isQuoteForGood = true }
    if signatures.contains(name) || plain.starts(with: "Zm-_Id_-Sgn") {
      effect.isSignature = true
    }
  }

  /// Returns a name without the prefixes and suffixes that programs add when they pass on a page:
  /// Outlook (`x_`), Yahoo (`yiv123`, `ydp1a2b3c4d`), Gmail (`m_-123`) and mail.ru.
  private static func plain(_ name: Bytes) -> Bytes {
    var rest = name
    while rest.starts(with: "x_") { rest = Bytes(rebasing: rest.dropFirst(2)) }
    if rest.starts(with: "yiv") || rest.starts(with: "m_") {
      let digits = rest.drop { !$0.isDigit }
      if rest.count - digits.count <= 3 { rest = Bytes(rebasing: digits.drop(while: \.isDigit)) }
    } else if rest.starts(with: "ydp") {
      let code = rest.dropFirst(3).prefix(8).prefix { $0.isDigit || (0x61...0x66).contains($0) }
      rest = Bytes(rebasing: rest[code.endIndex...])
    }
    for suffix in suffixes where rest.ends(with: suffix) {
      rest = Bytes(rebasing: rest.dropLast(suffix.utf8CodeUnitCount))
    }
    return rest
  }

  private static let suffixes: [StaticString] = [
    "_mr_css_attr", "_mailru_css_attribute_postfix",
  ]

  // Classes from Gmail and many others, Thunderbird, Yahoo, Proton, Tuta, Zoho, Apple Mail, K-9,
  // Front, Newton, Missive, Freshdesk, Vivaldi, Netease, Superhuman, Mailspring.
  private static let quoteClasses = Set(
    names: """
      gmail_quote gmail_quote_container gmail_quote_attribution moz-cite-prefix yahoo_quoted \
      protonmail_quote tutanota_quote zmail_extra k9mail-quote front-blockquote cm_quote \
      missive_quote freshdesk_quote vivaldi-quote ntes-mailmaster-quote sh-quoted-content \
      nylas-quote
      """
  )
  /// Names that newsletters use for the preview text shown in lists of mail.
  private static let teaserClasses = Set(
    names: """
      preheader pre-header preheadertext preheader-text preheader_text email-preheader \
      hidden-preheader previewtext preview-text preview_text mc-preview-text mcnpreviewtext
      """
  )
  // Names from GMX and 1&1, Spark.
  private static let quoteLabels = Set(names: "quote messagereplysection")
  // Ids from BlackBerry, Netease, Zimbra.
  private static let quotes = Set(
    names: "_originalcontent _persistentheader isreplycontent __quoted_text__"
  )
  /// The ids at the start of a quoted message that extends to the end of the page: from Outlook's
  /// various programs, Hotmail, Zimbra.
  private static let quotesBegin = Set(
    names: """
      divrplyfwdmsg appendonsend olk_src_body_section mail-editor-reference-message-container \
      stopspelling zwchr __divider__
      """
  )
  // Classes from the programs above, and Evolution, Airmail.
  private static let signatureClasses = Set(
    names: """
      gmail_signature gmail_signature_prefix moz-signature protonmail_signature_block \
      tutanota_signature k9mail-signature front-signature cm_signature bloop_sign signature \
      yahoo_signature sh-signature -x-evo-signature -x-evo-signature-wrapper zmail_signature
      """
  )
  // Ids from Outlook, Apple Mail, Samsung, Roundcube, BlackBerry, Netease, Zimbra.
  private static let signatures = Set(
    names: """
      signature applemailsignature ms-outlook-mobile-signature composer_signature _rc_sig \
      _signatureplaceholder ntes-pcmac-signature __sig_pre__ __sig_post__
      """
  )
}
