/// What arrives when new mail is delivered.
enum SampleDeliveries {
  private typealias Cast = SampleCast

  static let stories: [SampleStory] = [
    SampleStory(
      .english,
      [Cast.ines],
      "Train is late, start without me",
      [
        "We are standing in the middle of a field with a very interested cow. Half an hour, they say."
      ]
    ),
    SampleStory(
      .english,
      [Cast.priya],
      "The lens has arrived!",
      ["Four people, two ramps and not a scratch. Come and see it when the sun is on the window."]
    ),
    SampleStory(
      .english,
      [Cast.bakery],
      "Fresh at four: plum cake",
      ["The first trays come out at four. We keep two pieces for you if you answer."]
    ),
    SampleStory(
      .english,
      [Cast.tom],
      "Spare key",
      ["I left it with Grace next door. She also has soup."]
    ),
    SampleStory(
      .english,
      [Cast.library],
      "Your loan ends on Friday",
      ["“The Salt Path” is due on Friday. Nobody else is waiting, so you may renew it."]
    ),
    SampleStory(
      .english,
      [Cast.choir],
      "One more tenor, please",
      ["Does anybody know a tenor who is free on Tuesdays? He need not be loud."]
    ),
    SampleStory(
      .german,
      [Cast.jurgen],
      "Schlüssel für den Schuppen",
      ["Der Schlüssel hängt jetzt wieder am Haken hinter der Tür. Danke fürs Aufräumen!"]
    ),
    SampleStory(
      .english,
      [Cast.daniel],
      "Museum says yes",
      ["They agree to the extra week. I will send the signed copy tomorrow."]
    ),
    SampleStory(
      .japanese,
      [Cast.hanako],
      "来週の電話について",
      ["来週の水曜日の午後はいかがでしょうか。"]
    ),
    SampleStory(
      .english,
      [Cast.garden],
      "Who left a wheelbarrow?",
      ["It is green, it squeaks, and it stands in the middle of the path."]
    ),
    SampleStory(
      .french,
      [Cast.ines],
      "J’ai trouvé ton écharpe",
      ["Elle était sous le canapé, évidemment. Je te l’apporte vendredi."]
    ),
    SampleStory(
      .english,
      [Cast.rail],
      "Platform change: 08:12 to Harwick",
      ["Your train now leaves from platform 3. Your seats stay the same."]
    ),
  ]
}
