/// The newest conversations of the sample, in the order of the list: what somebody sees first.
enum SampleInbox {
  static let stories: [SampleStory] = {
    // Two at home, one from abroad, as long as there are both.
    var abroad = SampleWorld.stories[...]
    var stories: [SampleStory] = []
    for (index, story) in english.enumerated() {
      stories.append(story)
      if index % 2 == 1, let next = abroad.popFirst() { stories.append(next) }
    }
    return stories + abroad
  }()

  private typealias Cast = SampleCast

  private static let english: [SampleStory] = [
    SampleStory(
      .english,
      [Cast.priya, Cast.daniel],
      "Lighthouse exhibition: final floor plan",
      [
        "Hi Robin, the floor plan is nearly there. I moved the lens to the middle of the long room, so people walk around it before they reach the keeper's diary.",
        "Love the lens in the middle. Could we leave two metres on the window side for the school groups?",
        "Two metres it is. New drawing attached, please shout before Thursday if anything looks odd.",
      ],
      .attachment("floor-plan-v4.pdf"),
      flagged: true
    ),
    SampleStory(
      .english,
      [Cast.mum],
      "Sunday lunch?",
      [
        "Your father found the big casserole dish, so I am making the lamb. Come at one, and bring the good mustard if you pass the shop."
      ]
    ),
    SampleStory(
      .english,
      [Cast.rail],
      "Your tickets to Harwick, Friday 08:12",
      [
        "Thank you for travelling with us. Your seats are 41 and 42 in coach C. Show the attached tickets on your phone or on paper."
      ],
      .attachment("tickets.pdf")
    ),
    SampleStory(
      .english,
      [Cast.grace, Cast.ben],
      "Book club: which one in December?",
      [
        "We have three votes for the island novel and two for the essays. Who has not voted yet?",
        "Essays! But I will read anything with a map at the front.",
      ]
    ),
    SampleStory(
      .english,
      [Cast.weekly],
      "The Quiet Weekly: a walk, a soup and a long read",
      [
        "This week: the old towpath in the fog, a soup that forgives everything, and forty minutes about how bridges learn to hum."
      ],
      .html
    ),
    SampleStory(
      .english,
      [Cast.school],
      "Winter concert: costumes and times",
      [
        "Dear families, the concert is on the 12th at half past five. Stars wear white, sheep wear anything woolly. Doors open at five."
      ],
      .alternative
    ),
    SampleStory(
      .english,
      [Cast.nora, Cast.priya, Cast.daniel],
      "Notes from today’s stand-up",
      [
        "Short one today. Priya finishes the captions, Daniel talks to the printers, and Robin owes us a decision on the blue.",
        "Printers say Wednesday is fine for the large panels.",
        "Captions are done, I put them into the shared folder.",
      ]
    ),
    SampleStory(
      .english,
      [Cast.library],
      "A book you reserved is ready",
      [
        "“The Salt Path” is waiting for you at the front desk until Saturday. Opening hours are 10 to 6, late on Thursdays."
      ]
    ),
    SampleStory(
      .english,
      [Cast.tom],
      "Photos from the coast",
      [
        "Finally sorted them! The one with the gull stealing your sandwich is number 14. I made a print for Mum."
      ],
      .attachment("coast-14.jpg")
    ),
    SampleStory(
      .english,
      [Cast.energy],
      "Your bill for October",
      ["Your bill is £64.20, which is £7 less than last October. It will be taken on the 28th."],
      .alternative
    ),
    SampleStory(
      .english,
      [Cast.bikes],
      "Your bicycle is ready",
      [
        "New chain, new brake pads, and the rattle was a loose mudguard. Collect it any day before six."
      ]
    ),
    SampleStory(
      .english,
      [Cast.choir, Cast.grace, Cast.ben],
      "Rehearsal moves to the small hall",
      [
        "Because of the flower show we sing in the small hall on Tuesday. Please bring pencils and the blue folder.",
        "Is the piano in there tuned by now?",
        "It is, as of yesterday!",
      ]
    ),
    SampleStory(
      .english,
      [Cast.parcel],
      "Your parcel arrives tomorrow between 9 and 11",
      ["It fits through the letter box, so nobody needs to be at home."],
      .html
    ),
    SampleStory(
      .english,
      [Cast.daniel],
      "Draft of the loan agreement",
      [
        "Here is the museum's draft. Section 4 is the one about humidity; I think we can promise that. What do you say?",
        "Section 4 is fine. Could we ask for a week longer at the end, for taking things down?",
      ],
      .attachment("loan-agreement-draft.odt"),
      flagged: true
    ),
    SampleStory(
      .english,
      [Cast.garden],
      "Elm Lane: water is off from Monday",
      [
        "We drain the pipes before the frost. Please empty your butts, and leave the tap handles turned open."
      ]
    ),
    SampleStory(
      .english,
      [Cast.marek],
      "Reminder: check-up on the 26th at 9:40",
      ["If you cannot come, please let us know a day before. Parking is behind the house."]
    ),
    SampleStory(
      .american,
      [Cast.forge, Cast.ben],
      "[tide-tables] Harmonics for small harbours are wrong (#212)",
      [
        "The predictions for harbours without a gauge are off by about ten minutes. Steps and a data file are in the report.",
        "I can reproduce it. The phase is taken from the next station without correcting for the distance.",
        "Fixed on the main branch, thanks for the clear report!",
      ]
    ),
    SampleStory(
      .english,
      [Cast.bakery],
      "Your Saturday order",
      ["One rye, six rolls, two cinnamon knots. See you on Saturday from seven."]
    ),
    SampleStory(
      .english,
      [Cast.grace],
      "Recipe, as promised",
      [
        "Four onions, more patience than you think, and a splash of cider at the end. Do not skip the cider."
      ]
    ),
    SampleStory(
      .english,
      [Cast.bank],
      "Your statement is ready",
      ["Your statement for last month is ready to read. We never ask for passwords by mail."],
      .alternative
    ),
    SampleStory(
      .english,
      [Cast.ben, Cast.tom],
      "Saturday hike: the ridge or the river?",
      [
        "Forecast says dry until three. The ridge takes five hours with a break.",
        "Ridge! I bring the flask.",
      ]
    ),
    SampleStory(
      .english,
      [Cast.nora],
      "Holiday plan for the office",
      ["Please put your days into the calendar by Friday, so that somebody feeds the plants."]
    ),
  ]
}
