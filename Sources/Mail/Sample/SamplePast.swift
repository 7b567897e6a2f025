/// Older conversations: subjects with a gap that a number, a place or a thing fills, so that two
/// years of mail do not repeat themselves.
enum SamplePast {
  private typealias Cast = SampleCast

  struct Pattern: Sendable {
    var language: SampleLanguage
    var people: [SamplePerson]
    /// `#` is filled.
    var subject: String
    var fillings: [String]
    var texts: [String]
    var form = SampleStory.Form.plain
  }

  private static let numbers = (1...60).map(String.init)

  static let patterns: [Pattern] = [
    Pattern(
      language: .english,
      people: [Cast.priya, Cast.daniel, Cast.nora],
      subject: "Exhibition room #",
      fillings: (1...40).map(String.init),
      texts: [
        "The walls are painted and the first case is in place.",
        "Could we lower the light a little?",
      ]
    ),
    Pattern(
      language: .english,
      people: [Cast.weekly],
      subject: "The Quiet Weekly, issue #",
      fillings: (200...320).map(String.init),
      texts: ["This week: a map, a song and something warm."],
      form: .html
    ),
    Pattern(
      language: .english,
      people: [Cast.energy],
      subject: "Meter reading, week #",
      fillings: numbers,
      texts: ["Please send us your reading by Sunday."],
      form: .alternative
    ),
    Pattern(
      language: .american,
      people: [Cast.forge, Cast.ben, Cast.lukasz],
      subject: "[tide-tables] Pull request #",
      fillings: (20...210).map(String.init),
      texts: [
        "This adds a test for harbours with two tides.", "Looks good to me.",
        "One question inline.",
      ]
    ),
    Pattern(
      language: .english,
      people: [Cast.tom, Cast.mum],
      subject: "Photos from #",
      fillings: [
        "Harwick", "the zoo", "the ferry", "the garden", "Lisbon", "the wedding", "the lake",
      ],
      texts: ["A few more that you had not seen.", "Lovely! Which one shall I print?"],
      form: .attachment("photo.jpg")
    ),
    Pattern(
      language: .english,
      people: [Cast.garden, Cast.grace],
      subject: "Minutes of meeting #",
      fillings: numbers,
      texts: ["The minutes are below. Please send corrections by Friday."]
    ),
    Pattern(
      language: .german,
      people: [Cast.jurgen, Cast.katrin],
      subject: "Törnplanung, Etappe #",
      fillings: numbers,
      texts: [
        "Der Wind dreht über Nacht, wir könnten früher los.", "Früher ist mir recht, schönen Gruß!",
      ]
    ),
    Pattern(
      language: .german,
      people: [Cast.katrin],
      subject: "Rückfrage zu Stück Nr. #",
      fillings: numbers,
      texts: ["Könnten wir das Tempo im Mittelteil noch einmal besprechen?"]
    ),
    Pattern(
      language: .french,
      people: [Cast.ines],
      subject: "Idées pour l’été, n° #",
      fillings: numbers,
      texts: ["Et pourquoi pas la Bretagne à vélo ?", "Très bonne idée, je regarde les horaires."]
    ),
    Pattern(
      language: .spanish,
      people: [Cast.sofia],
      subject: "Lección # de español",
      fillings: numbers,
      texts: ["Aquí van los ejercicios. ¡Ánimo con el subjuntivo!", "¡Gracias! Los hago mañana."]
    ),
    Pattern(
      language: .russian,
      people: [Cast.marina, Cast.pavel],
      subject: "Глава #: замечания",
      fillings: numbers,
      texts: ["Несколько мелких замечаний в тексте.", "Спасибо, всё учла."]
    ),
    Pattern(
      language: .japanese,
      people: [Cast.kenji, Cast.hanako],
      subject: "第#回の打ち合わせ",
      fillings: numbers,
      texts: ["議事録をお送りします。ご確認ください。", "確認しました。ありがとうございます。"]
    ),
    Pattern(
      language: .chinese,
      people: [Cast.wei],
      subject: "第#号展品的资料",
      fillings: numbers,
      texts: ["资料已经整理好，请查收。", "收到，谢谢。"]
    ),
    Pattern(
      language: .korean,
      people: [Cast.minsu],
      subject: "#차 보고서",
      fillings: numbers,
      texts: ["보고서를 보내 드립니다.", "잘 받았습니다."]
    ),
    Pattern(
      language: .arabic,
      people: [Cast.omar, Cast.layla],
      subject: "الفصل # من الترجمة",
      fillings: numbers,
      texts: ["هذه هي المسودة الأولى.", "شكرا، سأعود إليك غدا."]
    ),
    Pattern(
      language: .hebrew,
      people: [Cast.dana],
      subject: "שאלה על תמונה #",
      fillings: numbers,
      texts: ["באיזו שנה צולמה התמונה הזאת?", "לדעתי בשנות השלושים."]
    ),
    Pattern(
      language: .polish,
      people: [Cast.lukasz],
      subject: "Trasa, dzień #",
      fillings: numbers,
      texts: ["Proponuję krótszą drogę przez las.", "Świetnie, będę o ósmej."]
    ),
    Pattern(
      language: .swedish,
      people: [Cast.asa],
      subject: "Vandring # i höst",
      fillings: numbers,
      texts: ["Vädret ser bra ut på lördag.", "Då åker jag första tåget."]
    ),
    Pattern(
      language: .greek,
      people: [Cast.eleni],
      subject: "Μάθημα #",
      fillings: numbers,
      texts: ["Οι ασκήσεις για την επόμενη εβδομάδα.", "Ευχαριστώ πολύ!"]
    ),
    Pattern(
      language: .turkish,
      people: [Cast.aylin],
      subject: "Gezi notları #",
      fillings: numbers,
      texts: ["İstanbul'da yağmur var ama çok güzel.", "Fotoğrafları bekliyorum!"]
    ),
    Pattern(
      language: .taiwanese,
      people: [Cast.lin],
      subject: "讀書會第#次",
      fillings: numbers,
      texts: ["下次讀書會改到週五晚上。", "好的，到時見。"]
    ),
  ]

  /// The one thread that never ends.
  static let longThread = SampleStory(
    .english,
    [Cast.ben, Cast.grace, Cast.tom, Cast.asa, Cast.jurgen, Cast.lukasz, Cast.aylin],
    "Naming the boat",
    [
      "We have a hull, a mast and no name. Suggestions, please. Nothing with “sea” in it.",
      "Fernweh?", "Too heavy. Something you can shout across a harbour.", "Marmalade!",
      "Marmalade is good, and it goes with the paint.",
      "Somebody in Harwick has a Marmalade already.",
      "Then Second Marmalade.", "I still like Fernweh.", "Let us vote again on Friday.",
      "What about Tuesday’s Child?", "Too long for the stern, I measured.", "Pepper.",
    ]
  )
}
