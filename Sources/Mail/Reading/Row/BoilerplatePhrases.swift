/// The phrases by which ``Boilerplate`` recognizes lines of programs, lists and companies.
extension Boilerplate {
  /// The conclusions that a phrase allows about the line in which it occurs.
  struct Kinds: OptionSet {
    let rawValue: UInt8
    /// A program or a company wrote the whole paragraph, even if it says “I”.
    static let notice = Kinds(rawValue: 1)
    /// A program wrote the line, whatever else it contains.
    static let program = Kinds(rawValue: 2)
    /// The line is about a mail that is difficult to read or to answer.
    static let trouble = Kinds(rawValue: 4)
    /// The line occurs above or below newsletters, or is appended by a telephone or mail program.
    static let newsletter = Kinds(rawValue: 8)
    /// The line says how to unsubscribe.
    static let leaving = Kinds(rawValue: 16)
    /// The line occurs in the footer of a mailing list.
    static let list = Kinds(rawValue: 32)
  }

  /// Returns the kinds of all phrases in a line.
  static func kinds(in line: Bytes) -> Kinds { Kinds(rawValue: all.kinds(in: line)) }

  private static let all = PhraseSet(kinds: [
    (notices, Kinds.notice.rawValue), (programs, Kinds.program.rawValue),
    (troubles, Kinds.trouble.rawValue), (newsletters + devices, Kinds.newsletter.rawValue),
    (leaving, Kinds.leaving.rawValue), (lists, Kinds.list.rawValue),
  ])

  /// Phrases of bounces, hooks and mail filters, and of notices that companies add.
  private static let notices: [StaticString] = [
    "git hooks/post-receive", "this report relates to a message you sent",
    "this report relates to your message", "message from yahoo",
    "unable to deliver message to the following", "unable to deliver your message to",
    "stable review patch", "if anyone has any objections, please", "provient de l'extérieur",
    "provient d'un expéditeur externe", "no virus found in this", "virus database", "keine viren",
    "informação confidencial", "konfidentiell information", "fortrolig", "luottamuksellis",
    "scanned for all viruses", "please enter your report here",
    "generated with the help of perlbug", "the following commit has been",
    "those revisions listed above", "not appeared on any other notification",
    "you are receiving this because you ", "you are receiving this mail because",
    "this is the mail system at host", "this is the postfix program at host",
    "have to inform you that the message", "have to inform you that your message",
    "for further assistance, please", "include this problem report",
    "delete your own text from", "this message was created automatically by mail",
    "a message that you sent could not be delivered", "hi. this is the ",
    "able to deliver your message to the following", "this is a permanent error",
    "the original message was received at", "had permanent fatal errors",
    "dies ist eine automatisch", "this is an automatically generated delivery",
    "delivery to the following recipient", "delivery has failed to these recipients",
    "your message could not be delivered to one or more",
    "could not be delivered to the following", "your message to the following recipients",
    "your message did not reach some or all", "transcript of session follows",
    "message header follows", "the mail system is now",
    "this message has been automatically generated", "this is an automatically generated message",
    "this is an automated message", "this is an automated email", "this is an auto-generated",
    "originated from outside", "external email", "external sender", "from an external source",
    "links or open attachments", "confidential and intended", "confidential and may",
    "intended solely for", "intended only for the", "sole use of the intended",
    "intended recipient", "received this message in error", "received this email in error",
    "received this e-mail in error", "received this communication in error",
    "received it in error", "may contain confidential", "contains confidential",
    "contain privileged", "legally privileged", "privileged and confidential",
    "strictly confidential", "think before you print", "consider the environment before printing",
    "virus-free", "scanned for viruses", "checked for viruses", "checked by avg",
    "checked by avast", "enthält vertrauliche", "externe e-mail", "kommt von außerhalb",
    "stammt von außerhalb", "von einem externen absender", "expéditeur externe",
    "remitente externo", "correo externo", "mittente esterno", "remetente externo",
    "externe afzender", "[external]", "[extern]", "informations confidentielles",
    "ce message et ses pièces jointes", "ce message et toutes les pièces", "este mensaje y sus",
    "questo messaggio e i suoi allegati", "esta mensagem e seus anexos",
    "dirigidos exclusivamente", "vertrauliche und/oder", "rechtlich geschützte",
    "irrtümlich erhalten", "nicht der richtige adressat", "nicht der beabsichtigte empfänger",
    "bitte denken sie an die umwelt", "est confidentiel", "sont confidentiel",
    "à l'attention exclusive", "établis à l'intention exclusive", "reçu ce message par erreur",
    "reçu cet email par erreur", "reçu ce courriel par erreur", "información confidencial",
    "ha recibido este mensaje por error", "ha recibido este correo", "dirigido exclusivamente",
    "dirigida exclusivamente", "informazioni confidenziali", "informazioni riservate",
    "ricevuto questo messaggio per errore", "esclusivamente al destinatario",
    "informações confidenciais", "recebeu esta mensagem por engano", "uso exclusivo do",
    "vertrouwelijke informatie", "uitsluitend bestemd voor", "niet de geadresseerde",
    "poufne informacje", "wyłącznie dla adresat", "конфиденциальную информацию",
    "предназначено исключительно",
  ]

  /// Phrases that only programs write, such as below a commit message or in links to a web version.
  /// A Dutch “je” (“you”) in such a line does not count as the French “je” (“I”) in ``persons``.
  private static let programs: [StaticString] = [
    "signed-off-by: ", "reviewed-by: ", "acked-by: ", "tested-by: ", "reported-by: ",
    "suggested-by: ", "co-authored-by: ", "in je browser", "goed kunt lezen",
    "niet goed weergegeven", "nezobrazuje správně", "nezobrazuje se správně", "v prohlížeči",
    "kan du ikke læse denne", "vises ikke riktig", "i nettleseren", "i din browser",
    "ei näy oikein", "selaimessa", "nem jelenik meg", "böngészőben", "não consiga visualizar",
    "problem att läsa", "visas inte riktigt", "i din webbläsare", "görüntüleyemiyorsanız",
    "tarayıcıda", "nu se afișează corect", "nu se afiseaza corect", "δεν εμφανίζεται σωστά",
    "не відображається", "无法正常查看", "無法正常檢視", "無法正常瀏覽", "제대로 보이지", "表示されない場合", "うまく表示されない",
    "tidak ditampilkan dengan", "không hiển thị đúng", "how you receive these emails",
    "subscribe here for more", "read on blog", "reply above this line", "type your reply above",
    "write above this line", "antworten sie über dieser", "au-dessus de cette ligne",
    "por encima de esta línea", "view it on ", "notification-only address",
    "cannot accept incoming", "you're getting this", "you’re getting this",
    "learn why we included this", "this email was intended for", "if you no longer want",
    "if you no longer wish", "si no desea", "dese de baja", "nu vezi corect", "nu vedeți corect",
    "δεν βλέπετε σωστά", "у браузері", "не отображ", "to be excluded", "to view this publication",
    "reply to this email to respond", "reply to this email to leave", "skipped content of type",
    "do you yahoo!?", "insertion(+)", "insertions(+)", "deletion(-)", "deletions(-)",
  ]

  /// Phrases above newsletters for recipients who cannot display them, and phrases of programs
  /// about their mail.
  private static let troubles: [StaticString] = [
    "trouble viewing", "trouble reading", "having trouble", "difficulty viewing",
    "can't see this", "can't read this", "cannot see this", "cannot read this", "can't view this",
    "unable to view", "images not display", "display images", "images blocked",
    "nicht richtig angezeigt", "nicht korrekt angezeigt", "si vous ne visualisez pas",
    "n'arrivez pas à lire", "no puedes ver", "no puede ver", "non visualizzi", "non riesci a",
    "não consegue visualizar", "korrekt dargestellt", "richtig dargestellt", "mail nicht lesen",
    "nachricht nicht lesen", "newsletter nicht", "à visualiser", "pour visualiser", "no ve bien",
    "no ves bien", "leggi correttamente", "vedi correttamente", "não visualize",
    "отображается некорректно", "see the images", "see images", "to view this",
    "to read this newsletter", "s'affiche pas", "s’affiche pas", "ne parvenez pas à lire",
    "visualiser correctement", "si no visualiza", "si no puede", "se non visualizz",
    "se não consegue", "wird diese e-mail nicht", "wird diese nachricht nicht",
    "wird dieser newsletter nicht", "kunt u deze", "visas inte korrekt", "vises ikke korrekt",
    "nie wyświetla się", "не отображается", "正しく表示されない", "无法正常显示", "無法正常顯示",
    "mailing list submissions", "or, via email, send", "or unsubscribe via",
    "you can reach the person", "please edit your subject", "so it is more specific than",
    "re: contents of", "new commits:", "no images?", "you don't often get email from",
    " changed:", "the mail system", "the postfix program", "the branch, ",
    "you receive all messages", "mute this topic", "view/reply online", "groups.io links",
    "archives and how to join",
  ]

  /// Words that are a line of their own above advertisements.
  static let labels: Set<String> = [
    "advertisement", "advertising", "sponsored", "promoted", "anzeige", "werbung", "publicité",
    "publicidad", "publicidade", "pubblicità", "advertentie", "annons", "annonce", "reklama",
    "реклама", "広告", "广告", "廣告", "광고",
  ]

  /// Phrases of the line above a returned copy of a mail.
  static let copies = PhraseSet([
    "below this line is a copy", "this is a copy of", "message removed",
    "returned message follows", "original message follows", "message header follows",
    "returned message below",
  ])

  /// Phrases above and below newsletters.
  private static let newsletters: [StaticString] = [
    "in your browser", "in a browser", "in browser", "in the browser", "web browser",
    "view online", "on the web:", "on the web at", "read in app", "open in app", "read online",
    "view it online", "online version", "web version", "view as a web page", "view as web page",
    "view this email", "view this message", "your address book", "safe sender",
    "manage preferences", "email preferences", "update your preferences", "update preferences",
    "manage your preferences", "notification settings", "manage your subscription",
    "forward to a friend", "forward this email", "you are receiving this",
    "you're receiving this", "you received this", "was sent to you", "this email was sent to",
    "this email was sent by", "this message was sent to", "this message was sent by",
    "this e-mail was sent to", "for additional commands", "body 'help'", "body \"help\"",
    "our mailing address", "all rights reserved", "privacy policy", "do not reply to this",
    "skip to content", "click here", "im browser", "online-version", "onlineversion",
    "webversion", "web-version", "online ansehen", "newsletter weiterempfehlen",
    "diese e-mail wurde an", "version en ligne", "votre navigateur", "le navigateur",
    "un navigateur", "en tu navegador", "en su navegador", "en el navegador", "versión online",
    "versión en línea", "versión web", "tuo browser", "nel browser", "versione online",
    "versione web", "no navegador", "seu navegador", "versão online", "versão web", "je browser",
    "uw browser", "bekijk online", "online bekijken", "webversie", "online versie", "webbläsare",
    "webbversion", "w przeglądarce", "wersja online", "в браузере", "веб-версия", "веб-версию",
    "ブラウザ", "ウェブで見る", "浏览器", "瀏覽器", "브라우저",
  ]

  private static let leaving: [StaticString] = [
    "unsubscribe", "opt out", "opt-out", "to leave this list", "leave the list",
    "to stop receiving", "zrezygnować z", "newsletter abbestellen", "abmelden", "abbestellen",
    "désabonner", "désinscri", "darse de baja", "darte de baja", "cancelar suscripción",
    "cancelar la suscripción", "annulla l'iscrizione", "disiscri", "cancelar inscrição",
    "cancelar a inscrição", "descadastr", "afmelden", "uitschrijven", "avprenumerera",
    "avregistrera", "wypisz się", "отписаться", "配信停止", "退订", "取消订阅", "取消訂閱", "수신거부", "수신 거부",
  ]

  /// Phrases of the footers of mailing lists.
  private static let lists: [StaticString] = [
    "mailing list", "mailinglist", "microsoft teams meeting", "yahoo! ", "msn 8", "msn photos",
    "msn messenger", "get your free", "free internet", "hotmail", "juno", "freelists", "egroups",
    "microsoft teams-besprechung", "réunion microsoft teams", "reunión de microsoft teams",
    "riunione di microsoft teams", "join zoom meeting", "mailing-list", "maillist  -", "mailman",
    "listinfo", "liste de diffusion", "lista de correo", "lista di distribuzione",
    "lista de discussão", "sändlista", "google groups", "to post to this", "to subscribe",
    "list archives", "メーリングリスト", "邮件列表",
  ]

  /// Phrases that telephones and mail programs append to each mail.
  private static let devices: [StaticString] = [
    "sent from my ", "sent from outlook", "sent from yahoo", "sent from mail for",
    "sent from samsung", "sent from proton", "sent with proton", "sent via ", "get outlook for",
    "sent from gmail", "von meinem ", "gesendet mit ", "gesendet von ", "outlook für ",
    "envoyé de mon", "envoyé depuis", "envoyé à partir de", "envoyé par le", "envoyé avec ",
    "envoyé via ", "sent by the ", "sent using ", "sent on ", "gesendet über ", "gesendet vom ",
    "enviado con ", "enviado com ", "enviado pelo ", "enviado por ", "inviato con ",
    "verzonden met ", "verzonden via ", "skickat med ", "sendt med ", "wysłano z ",
    "wysłane przez ", "obtenir outlook", "enviado desde",
    "enviado do meu", "enviado de mi", "enviado a partir", "obtener outlook", "inviato da ",
    "verzonden vanaf", "verstuurd vanaf", "skickat från", "sendt fra ", "lähetetty ",
    "wysłane z ", "odesláno z ", "отправлено с ", "отправлено из ", "iphoneから送信", "androidから送信",
    "发自我的", "從我的", "please excuse my brevity", "iphone에서", "android에서",
  ]

  static let deviceLines = PhraseSet(devices)
  static let links = PhraseSet([" http ", " https ", " www ", " mailto "])
  static let persons = PhraseSet([
    " i ", " me ", " my ", " ich ", " mich ", " mir ", " mein ", " meine ", " je ", " moi ",
    " mon ", " yo ", " mis ", " ik ", " mij ", " jag ", " mig ", " я ", " мне ", " меня ",
  ])
  /// Words in sentences about mail and links.
  static let companions = PhraseSet([
    " click ", " here ", " mail ", " mails ", " email ", " emails ", " message ", " messages ",
    " letter ", " newsletter ", " newsletters ", " mailing ", " mailings ", " list ", " lists ",
    " images ", " subscri", " subject ", " body ", " receive ", " rights ", " hier ", " klick",
    " klik ", " nachricht", " abonn", " ici ", " cliquez ", " cliquer ", " courriel", " aquí ",
    " aqui ", " haga ", " clic ", " correo ", " mensaje ", " qui ", " clicca ", " messaggio ",
    " clique ", " mensagem ", " deze ", " bericht ", " här ", " klicka ", " tutaj ", " kliknij ",
    " здесь ", " нажмите ", " письм", " рассылк", "メール", "邮件", "郵件", "메일", " branch ", " add ",
  ])

  static let tags = PhraseSet([
    "<br>", "<br/>", "<br />", "</b>", "</p>", "</a>", "</td>", "</tr>", "</div>", "</i>",
    "</li>", "</strong>", "</font>", "</span>", "</h1>", "</h2>", "</em>", "&nbsp;",
  ])

  /// Phrases of plain texts that say only that the HTML version should be read.
  static let stubs = PhraseSet([
    "html version", "link below to view this", "не поддерживает html", "ne supporte pas le html",
    "unterstützt kein html", "no soporta html", "non supporta html", "multi-part message in mime",
    "client cannot read", "client does not support", "client doesn't support",
    "cannot display this", "correo con html", "html-version", "support html", "supports html",
    "display html", "read html", "show html", "view html", "html capable", "html-capable",
    "html compatible", "html-compatible", "html enabled", "html-enabled", "html-enable",
    "enable html", "html email", "html e-mail", "html mail", "html-mail", "html message",
    "html format", "html-format", "in html", "as html", "html anzeig", "html-nachricht",
    "html-ansicht", "html-fähig", "format html", "au format html", "formato html",
    "mensajes html", "messages html", "messaggi html", "mensagens html", "en html",
    "versión html", "versione html", "versão html", "html-versie", "html-version", "htmlメール",
    "html形式", "html 格式", "html格式", "формате html",
  ])
}
