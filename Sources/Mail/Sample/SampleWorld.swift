/// Mail in many languages, which is also mail in many charsets.
enum SampleWorld {
  private typealias Cast = SampleCast

  static let stories: [SampleStory] = [
    SampleStory(
      .german,
      [Cast.jurgen],
      "Winterlager: wer hilft am Samstag?",
      [
        "Hallo zusammen, am Samstag ab neun holen wir die Boote aus dem Wasser. Für Kaffee und Brötchen ist gesorgt, warme Handschuhe nicht vergessen.",
        "Ich bin dabei und bringe den großen Hänger mit.",
      ]
    ),
    SampleStory(
      .japanese,
      [Cast.hanako],
      "京都旅行の写真を送ります",
      ["先日はありがとうございました。紅葉がとてもきれいでしたね。写真を何枚か送ります。", "本当に楽しかったです。また一緒に行きましょう。"],
      .attachment("kyoto.jpg")
    ),
    SampleStory(
      .arabic,
      [Cast.layla],
      "دعوة إلى حفل افتتاح المعرض",
      ["يسعدنا دعوتكم إلى حفل افتتاح المعرض يوم الخميس في الساعة السابعة مساء. ننتظركم."]
    ),
    SampleStory(
      .french,
      [Cast.ines],
      "Week-end à Saint-Malo : on réserve ?",
      [
        "Coucou Robin, j’ai trouvé une petite maison près de la plage, avec une cheminée. On réserve pour le deuxième week-end ?",
        "Oui ! Je prends les billets de train ce soir.",
      ]
    ),
    SampleStory(
      .russian,
      [Cast.marina, Cast.pavel],
      "Перевод каталога: вопросы к третьей главе",
      [
        "Привет! В третьей главе осталось несколько вопросов о старых названиях маяков. Посмотришь до пятницы?",
        "Посмотрел, ответы в файле. Название на карте 1893 года читается иначе.",
      ]
    ),
    SampleStory(
      .hebrew,
      [Cast.dana],
      "תמונות מהטיול לגליל",
      ["שלום רובין, סוף סוף העליתי את התמונות מהטיול. היה נהדר לראות אתכם."]
    ),
    SampleStory(
      .chinese,
      [Cast.wei],
      "关于展览说明文字的修改意见",
      ["你好，说明文字我已经看过了，有几处小的修改，请查收附件。", "谢谢，修改得很好，下周一可以付印。"],
      .attachment("说明文字.txt")
    ),
    SampleStory(
      .spanish,
      [Cast.sofia],
      "¿Cenamos el jueves?",
      ["He encontrado un sitio pequeño con unas croquetas increíbles. ¿A las nueve te va bien?"]
    ),
    SampleStory(
      .swedish,
      [Cast.asa],
      "Stugan i februari",
      ["Hej! Stugan är ledig andra veckan i februari. Ska vi ta den? Skidorna står kvar på vinden."]
    ),
    SampleStory(
      .german,
      [Cast.katrin],
      "Vorspiel am 5. Dezember",
      [
        "Liebe Eltern, das Vorspiel beginnt um 17 Uhr im großen Saal. Über Kuchen fürs Büfett freuen wir uns sehr."
      ],
      .alternative
    ),
    SampleStory(
      .korean,
      [Cast.minsu],
      "다음 주 회의 일정 안내",
      ["안녕하세요, 다음 주 회의는 화요일 오후 세 시에 시작합니다. 자료를 미리 읽어 주세요."]
    ),
    SampleStory(
      .polish,
      [Cast.lukasz],
      "Zdjęcia z żeglowania",
      ["Cześć Robin, wysyłam kilka zdjęć z rejsu. Najlepsze jest to ze śniadaniem na pokładzie."],
      .attachment("zdjecia.jpg")
    ),
    SampleStory(
      .greek,
      [Cast.eleni],
      "Το σπίτι στο νησί το καλοκαίρι",
      ["Καλημέρα! Το σπίτι είναι ελεύθερο τον Ιούνιο. Πες μου ποιες μέρες σε βολεύουν."]
    ),
    SampleStory(
      .turkish,
      [Cast.aylin],
      "Kahve için çarşamba uygun mu?",
      ["Merhaba, çarşamba günü öğleden sonra şehirdeyim. Bir kahve içelim mi?"]
    ),
    SampleStory(
      .taiwanese,
      [Cast.lin],
      "年底聚餐時間調查",
      ["大家好，年底聚餐想訂在十二月的第三個週六，請回覆方便的時間。"]
    ),
    SampleStory(
      .japanese,
      [Cast.kenji],
      "灯台レンズの貸出について",
      ["お世話になっております。灯台レンズの貸出期間についてご相談があります。", "承知しました。来週お電話いたします。"],
      flagged: true
    ),
    SampleStory(
      .german,
      [Cast.hotel],
      "Ihre Buchung: zwei Nächte, Zimmer mit Bergblick",
      ["Grüß Gott, wir freuen uns auf Ihren Besuch. Das Frühstück gibt es bis elf Uhr."],
      .html
    ),
    SampleStory(
      .arabic,
      [Cast.omar],
      "ترجمة الفصل الثاني جاهزة",
      [
        "أرسلت لك ترجمة الفصل الثاني. أخبرني إن كانت هناك ملاحظات.",
        "وصلت، شكرا جزيلا. سأقرأها الليلة.",
      ]
    ),
    SampleStory(
      .russian,
      [Cast.pavel],
      "Карта побережья, новая редакция",
      ["Высылаю новую редакцию карты. Масштаб исправлен, глубины проверены."],
      .attachment("karta.png")
    ),
    SampleStory(
      .french,
      [Cast.ines],
      "La recette de la tarte",
      [
        "Voilà la recette de ma grand-mère. Le secret, c’est de laisser reposer la pâte une nuit entière."
      ]
    ),
    SampleStory(
      .hebrew,
      [Cast.dana],
      "פגישה ביום רביעי?",
      ["נוכל להיפגש ביום רביעי בעשר? יש לי כמה רעיונות לתערוכה."]
    ),
    SampleStory(
      .chinese,
      [Cast.wei],
      "下个月的会议安排",
      ["各位好，下个月的会议改到十五号上午九点，地点不变。"]
    ),
    SampleStory(
      .spanish,
      [Cast.sofia],
      "Fotos del mercado",
      ["Te mando las fotos del mercado. La de las naranjas quedó preciosa, ¿no?"],
      .attachment("mercado.jpg")
    ),
  ]
}
