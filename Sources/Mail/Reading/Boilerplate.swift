/// Lines that stand in every mail of a kind and say nothing of this one: how to see a newsletter
/// in a browser or to leave it, links to a shop's pages, bare addresses, rules.
///
/// A row shows them only where there is nothing else, so a sentence that is taken for one by
/// mistake is still shown where it is all there is.
enum Boilerplate {
  /// In bytes: longer lines are sentences.
  private static let limit = 240

  /// In bytes: a line that is nothing but a link, and no longer, is a button or a name of a page.
  static let linkLimit = 30

  /// What a written line is to a row.
  ///
  /// - Parameter line: without spaces at its ends; not empty.
  static func role(of line: Bytes) -> FirstWords.Role {
    if line.count <= limit, isAddress(line) { return .address }
    return matches(line) ? .boilerplate : .words
  }

  private static func matches(_ line: Bytes) -> Bool {
    guard line.count <= longest else { return false }
    let length = lengthOfWords(line)
    guard length <= limit else { return false }
    if isRule(line) || isNavigation(line) { return true }
    if troubles.isIn(line) { return isOfMachine(line) }
    // People ask of pages and browsers, too.
    guard length <= sentenceLimit, line.last != UInt8(ascii: "?") else { return false }
    return phrases.isIn(line) && (isOfMachine(line) || isOfDevice(line))
  }

  /// Whether a line begins as telephones and mail programs end each mail.
  private static func isOfDevice(_ line: Bytes) -> Bool {
    deviceLines.isIn(Bytes(rebasing: line.prefix(32)))
  }

  /// Whether a line with such a phrase in it is what a machine writes: as short as a button, or about
  /// mail and links. People who write of themselves do not, unless there is a link.
  private static func isOfMachine(_ line: Bytes) -> Bool {
    let words = [0x20] + line.map { isWordByte($0) ? $0 : 0x20 } + [0x20]
    return words.withUnsafeBufferPointer { words in
      if links.isIn(words) { return true }
      guard !persons.isIn(words) else { return false }
      return line.count <= buttonLimit || companions.isIn(words)
    }
  }

  /// In bytes: a line that is no longer may be a button.
  private static let buttonLimit = 40

  private static let links = PhraseSet([" http ", " https ", " www ", " mailto "])
  private static let persons = PhraseSet([
    " i ", " me ", " my ", " ich ", " mich ", " mir ", " mein ", " meine ", " je ", " moi ",
    " mon ",
    " yo ", " mis ", " ik ", " mij ", " jag ", " mig ", " я ", " мне ", " меня ",
  ])
  private static let companions = PhraseSet([
    " click ", " here ", " mail ", " mails ", " email ", " emails ", " message ", " messages ",
    " letter ", " newsletter ", " newsletters ", " mailing ", " mailings ", " list ", " lists ",
    " images ",
    " subscri", " subject ", " body ", " receive ", " rights ", " hier ", " klick", " klik ",
    " nachricht", " abonn", " ici ", " cliquez ", " cliquer ", " courriel", " aquí ", " aqui ",
    " haga ", " clic ", " correo ", " mensaje ", " qui ", " clicca ", " messaggio ", " clique ",
    " mensagem ", " deze ", " bericht ", " här ", " klicka ", " tutaj ", " kliknij ", " здесь ",
    " нажмите ", " письм", " рассылк", "メール", "邮件", "郵件", "메일",
  ])

  /// Parts of what telephones and mail programs add to each mail.
  private static let devices: [StaticString] = [
    "sent from my ", "sent from outlook", "sent from yahoo", "sent from mail for",
    "sent from samsung",
    "sent from proton", "sent with proton", "sent via ", "get outlook for", "sent from gmail",
    "von meinem ", "gesendet mit ", "gesendet von ", "outlook für ", "envoyé de mon",
    "envoyé depuis", "envoyé à partir de", "obtenir outlook", "enviado desde", "enviado do meu",
    "enviado de mi", "enviado a partir", "obtener outlook", "inviato da ", "verzonden vanaf",
    "verstuurd vanaf", "skickat från", "sendt fra ", "lähetetty ", "wysłane z ", "odesláno z ",
    "отправлено с ", "отправлено из ", "iphoneから送信", "androidから送信", "发自我的", "從我的",
    "please excuse my brevity", "iphone에서", "android에서",
  ]

  private static let deviceLines = PhraseSet(devices)

  /// In bytes, with addresses.
  private static let longest = 2_000

  /// In bytes, without addresses, which may be long.
  private static func lengthOfWords(_ line: Bytes) -> Int {
    guard line.count > sentenceLimit else { return line.count }
    return line.split(separator: 0x20).reduce(0) { length, word in
      isScheme(word.drop { !isWordByte($0) }) ? length : length + word.count + 1
    }
  }

  /// In bytes, without addresses: longer sentences are somebody's own.
  static let longSentence = 400

  /// Whether lines that are one sentence together are boilerplate.
  static func isIn(_ lines: [[UInt8]]) -> Bool {
    Array(lines.joined(separator: [0x20])).withUnsafeBufferPointer { text in
      guard text.count <= longest, lengthOfWords(text) <= longSentence,
        text.last != UInt8(ascii: "?")
      else { return false }
      return (troubles.isIn(text) || phrases.isIn(text)) && isOfMachine(text)
    }
  }

  /// Whether it is a line of one sign, as lists draw above what they add.
  static func isLongRule(_ line: some RandomAccessCollection<UInt8>) -> Bool {
    guard line.count >= 20, let first = line.first, "-_=*~#".utf8.contains(first) else {
      return false
    }
    return line.allSatisfy { $0 == first }
  }

  /// Whether a plain text only says that its page is to be read.
  static func asksForPage(_ text: Bytes) -> Bool { stubs.isIn(text) }

  /// Whether there are tags of a page in a plain text.
  static func hasTags(_ text: Bytes) -> Bool { tags.isIn(text) }

  private static let tags = PhraseSet([
    "<br>", "<br/>", "<br />", "</b>", "</p>", "</a>", "</td>", "</tr>", "</div>", "</i>", "</li>",
    "</strong>", "</font>", "</span>", "</h1>", "</h2>", "</em>", "&nbsp;",
  ])

  private static let stubs = PhraseSet([
    "html version", "html-version", "support html", "supports html", "display html", "read html",
    "show html", "view html", "html capable", "html-capable", "html compatible", "html-compatible",
    "html enabled", "html-enabled", "html-enable", "enable html", "html email", "html e-mail",
    "html mail", "html-mail", "html message", "html format", "html-format", "in html", "as html",
    "html anzeig", "html-nachricht", "html-ansicht", "html-fähig", "format html", "au format html",
    "formato html", "mensajes html", "messages html", "messaggi html", "mensagens html", "en html",
    "versión html", "versione html", "versão html", "html-versie",
    "html-version", "htmlメール", "html形式", "html 格式", "html格式", "формате html",
  ])

  /// In bytes: a longer line is more than a link and what it is for.
  private static let sentenceLimit = 120

  /// Whether the line begins the footer that a mailing list puts below each message.
  static func beginsFooter(_ line: Bytes) -> Bool {
    line.count <= limit && (lists.isIn(line) || phrases.isIn(line))
  }

  /// Neither letters nor digits, nor anything beyond ASCII.
  private static func isRule(_ line: Bytes) -> Bool {
    line.count > 2 && line.allSatisfy { !isWordByte($0) }
  }

  /// Nothing but addresses, with or without brackets: of pages, of pictures, or of one mailbox.
  private static func isAddress(_ line: Bytes) -> Bool {
    guard line.contains(0x20) else {
      return line.contains(UInt8(ascii: "@")) || isScheme(line.drop { !isWordByte($0) })
    }
    // Most lines are done with here.
    guard isScheme(line.drop { !isWordByte($0) }) else { return false }
    let words = line.split(separator: 0x20).map { $0.drop { !isWordByte($0) } }
      .filter { !$0.isEmpty }
    return words.allSatisfy(isScheme)
  }

  private static func isScheme(_ word: Slice<Bytes>) -> Bool {
    schemes.contains { begins(word, with: $0) }
  }

  private static let schemes = ["http://", "https://", "www.", "mailto:", "cid:"]

  /// `Home | Shop | Contact`: short names with bars or dots between them.
  private static func isNavigation(_ line: Bytes) -> Bool {
    // A table has bars at both ends.
    guard line.first != bar, line.contains(bar) || marks.isIn(line) else { return false }
    let names = String(decoding: line, as: UTF8.self).split { "|·•∙›»".contains($0) }
      .map { $0.split(separator: " ").count }.filter { $0 > 0 }
    return names.count > 2 && names.allSatisfy { $0 <= 3 }
  }

  private static let bar = UInt8(ascii: "|")
  private static let marks = PhraseSet([" · ", " • ", " ∙ ", " › ", " » "])

  private static func begins(_ text: Slice<Bytes>, with prefix: String) -> Bool {
    text.count >= prefix.utf8.count
      && zip(text, prefix.utf8).allSatisfy { ((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) == $1 }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }

  /// Parts of what senders write above their newsletters, for those who cannot see them.
  private static let troubles = PhraseSet([
    "trouble viewing", "trouble reading", "having trouble", "difficulty viewing", "can't see this",
    "can't read this", "cannot see this", "cannot read this", "can't view this", "unable to view",
    "images not display", "display images", "images blocked", "nicht richtig angezeigt",
    "nicht korrekt angezeigt", "si vous ne visualisez pas", "n'arrivez pas à lire",
    "no puedes ver", "no puede ver", "non visualizzi", "non riesci a", "não consegue visualizar",
    "korrekt dargestellt", "richtig dargestellt", "mail nicht lesen", "nachricht nicht lesen",
    "newsletter nicht", "à visualiser", "pour visualiser", "no ve bien", "no ves bien",
    "leggi correttamente", "vedi correttamente", "não visualize", "отображается некорректно",
    "see the images", "see images", "to view this", "to read this newsletter", "s'affiche pas",
    "s’affiche pas",
    "ne parvenez pas à lire", "visualiser correctement", "si no visualiza", "si no puede",
    "se non visualizz", "se não consegue", "wird diese e-mail nicht", "wird diese nachricht nicht",
    "wird dieser newsletter nicht", "kunt u deze", "visas inte korrekt", "vises ikke korrekt",
    "nie wyświetla się", "не отображается", "正しく表示されない", "无法正常显示", "無法正常顯示",
    "mailing list submissions", "or, via email, send", "or unsubscribe via",
    "you can reach the person", "please edit your subject", "so it is more specific than",
    "re: contents of",
  ])

  /// Parts of what senders write above and below their newsletters, in the languages known here.
  private static let phrases = PhraseSet(
    devices + [
      "in your browser", "in a browser", "in browser", "in the browser", "web browser",
      "view online", "on the web:", "on the web at", "read in app", "open in app", "read online",
      "view it online",
      "online version", "web version",
      "view as a web page", "view as web page", "view this email", "view this message",
      "your address book", "safe sender", "unsubscribe", "opt out", "opt-out",
      "manage preferences", "email preferences", "update your preferences", "update preferences",
      "manage your preferences", "notification settings", "manage your subscription",
      "forward to a friend", "forward this email", "you are receiving this",
      "you're receiving this", "you received this", "was sent to you", "this email was sent to",
      "this email was sent by", "this message was sent to", "this message was sent by",
      "this e-mail was sent to", "for additional commands", "body 'help'", "body \"help\"",
      "to leave this list", "leave the list", "to stop receiving", "our mailing address",
      "zrezygnować z",
      "all rights reserved", "privacy policy", "do not reply to this", "skip to content",
      "im browser", "online-version", "onlineversion", "webversion", "web-version",
      "online ansehen",
      "newsletter abbestellen", "abmelden", "abbestellen", "newsletter weiterempfehlen",
      "diese e-mail wurde an",
      "version en ligne", "votre navigateur", "le navigateur", "un navigateur", "désabonner",
      "désinscri", "en tu navegador", "en su navegador",
      "en el navegador", "versión online", "versión en línea", "versión web", "darse de baja",
      "darte de baja", "cancelar suscripción", "cancelar la suscripción", "tuo browser",
      "nel browser", "versione online", "versione web", "annulla l'iscrizione", "disiscri",
      "no navegador", "seu navegador", "versão online", "versão web", "cancelar inscrição",
      "cancelar a inscrição", "descadastr", "je browser", "uw browser", "bekijk online",
      "online bekijken", "webversie", "online versie", "afmelden", "uitschrijven", "webbläsare",
      "avprenumerera", "avregistrera", "webbversion", "w przeglądarce", "wypisz się",
      "wersja online",
      "в браузере", "отписаться", "веб-версия", "веб-версию", "ブラウザ", "配信停止", "ウェブで見る",
      "浏览器", "瀏覽器", "退订", "取消订阅", "取消訂閱", "브라우저", "수신거부", "수신 거부",
    ]
  )

  /// What mailing lists write below their rule.
  private static let lists = PhraseSet([
    "mailing list", "mailinglist", "mailing-list", "mailman", "listinfo", "liste de diffusion",
    "lista de correo", "lista di distribuzione", "lista de discussão", "sändlista",
    "google groups", "to post to this", "to subscribe", "list archives", "メーリングリスト", "邮件列表",
  ])
}
