import Foundation
import MailTextTesting
import Testing

@testable import MailText

/// Dates in the language of a program's user.
struct DateLanguageTests {
  /// The time when the file was received.
  private static let received: Int64 = 7
  /// 2 January 2023, 15:04:05 UTC.
  private static let then: Int64 = 1_672_671_845

  private func date(_ header: [UInt8]) -> Int64 {
    var bytes = header + Array("\n\n".utf8)
    let excerpt = MessageExcerpt(headerLength: bytes.count, bodyLength: 0, isCut: false)
    return bytes.withUnsafeMutableBufferPointer {
      MessageParser.parse($0, excerpt: excerpt, received: Self.received, now: 1_750_000_000)
        .head.date
    }
  }

  private func date(_ text: String) -> Int64 { date(Array("Date: \(text)".utf8)) }

  @Test(arguments: [
    "Mo, 2 Jan 2023 15:04:05 +0000", "Mo., 2. Jän. 2023 15:04:05 +0000",
    "Montag, 2. Januar 2023 16:04:05 0100", "lundi 2 janvier 2023 15:04:05 +0000",
    "lun., 02 janv. 2023 16:04:05 +0100", "lunes, 2 de enero de 2023 15:04:05 +0000",
    "lun, 2 ene 2023 15:04:05 +0000", "seg, 2 jan 2023 15:04:05 +0000",
    "segunda-feira, 2 de janeiro de 2023 15:04:05 +0000", "2 de jan. de 2023 15:04:05 +0000",
    "lun 2 gen 2023 15:04:05 +0000", "lunedì 2 gennaio 2023 16:04:05 +0100 (CET)",
    "mån 2 jan 2023 15:04:05 +0000", "ma 2. tammikuuta 2023 15:04:05 +0000",
    "пн, 2 янв 2023 18:04:05 +0300", "2 января 2023 г. 15:04:05 +0000",
    "Понедельник, 2 Января 2023 15:04:05", "po, 2. led 2023 15:04:05 +0000",
    "2 stycznia 2023 15:04:05 +0000", "Δευ, 2 Ιαν 2023 15:04:05 +0000",
    "2 Ιανουαρίου 2023 15:04:05 +0000", "2 Ocak 2023 Pazartesi 15:04:05 +0000",
    "Pzt, 02 Oca 2023 15:04:05 +0000", "2023. jan. 2. 15:04:05 +0000",
    "hétfő, 2 január 2023 15:04:05 +0000", "2 ינואר 2023 15:04:05 +0000",
    "2 يناير 2023 15:04:05 +0000", "2 ianuarie 2023 15:04:05 +0000",
    "dl., 2 de gen. de 2023 15:04:05 +0000", "2 de xaneiro de 2023 15:04:05 +0000",
    "2 Januari 2023 15:04:05 +0000", "2 जनवरी 2023 15:04:05 +0000", "2 มกราคม 2023 15:04:05 +0000",
    "T2, 2 Th1 2023 15:04:05 +0000", "2 thg 1 2023 15:04:05 +0000",
    "2 tháng 1 năm 2023 15:04:05 +0000",
    "lun 2 janvier 15:04:05 +0000 2023", "lun. janv. 2 15:04:05 2023",
    "T2, 2 Thg 1 2023 15:04:05 +0000", "จ., 2 ม.ค. 2023 15:04:05 +0000",
    "ن, 2 كانون الثاني 2023 15:04:05 +0000", "Luan, 2 mí Eanáir 2023 15:04:05 +0000",
    "Jelune, 2 Jerrey-geuree 2023 15:04:05 +0000",
    "15:04:05 Ngày 02 tháng 01 năm 2023", "2023. gada 2. janvāris 15:04:05",
    "2 בינואר 2023 15:04:05",
    "2-янв-2023 15:04:05 +0000", "2/janv./2023 15:04:05 +0000", "2. janvier. 2023 15:04:05",
    "จ., 2 ม.ค. 2566 15:04:05 +0000", "02.01.2023 15:04:05", "lun. 02.01.2023 15:04:05",
  ])
  func aDateInAnotherLanguageIsRead(text: String) { #expect(date(text) == Self.then) }

  @Test(arguments: [
    "2023年1月2日 15:04:05 +0000", "2023年01月02日(月) 15時04分05秒 +0000",
    "2023年1月2日 星期一 15:04:05", "2023年1月2日 下午3:04:05", "2023年1月2日 午後3:04:05 +0000",
    "2023年1月2日 15:04:05 (UTC)", "２０２３年１月２日 15:04:05 +0000",
    "2023년 1월 2일 15:04:05 +0000", "2023년 1월 2일 (월) 오후 3:04:05", "週一, 2 一月 2023 15:04:05 +0000",
    "月, 2 1月 2023 15:04:05 +0000", "月, 02 1月 2023 15:04:05 +0000", "월, 2 1월 2023 15:04:05 +0000",
    "周一, 2 1月 2023 23:04:05 +0800", "2023/1/2 下午 03:04:05 +0000", "15時04分05秒 2023年1月2日",
  ])
  func aDateInChineseJapaneseOrKoreanIsRead(text: String) { #expect(date(text) == Self.then) }

  @Test(arguments: [
    "2 janv. 2023 3:04:05 μ.μ.", "2 Jan 2023 3:04:05 p. m. +0000", "2 ene 2023 3:04:05 p.m. +0000",
    "2 يناير 2023 3:04:05 م", "2023年1月2日 傍晚3:04:05", "2 Jan 2023 下午 3:04:05 +0000",
    "2 Jan 2023 오후 3:04:05 +0000",
  ])
  func anAfternoonInAnotherLanguageIsOne(text: String) { #expect(date(text) == Self.then) }

  static let months: [(names: String, month: Int)] = [
    ("Jänner janvier enero gennaio janeiro styczeń tammikuu ocak январь", 1),
    ("Februar février févr. fév fevr febbraio fevereiro luty helmikuu Şubat февраля лютого", 2),
    ("März Mär Mrz maerz marzo março mars marca maaliskuu Μαρτίου марта березня", 3),
    ("avril avr. aprile abril kwietnia huhtikuu nisan апр Απρ квітня", 4),
    ("Mai maggio mayo maio maja maj toukokuu Mayıs мая Μαΐου травня", 5),
    ("Juni juin giugno junio junho czerwca kesäkuu Haziran июня червня", 6),
    ("Juli juillet juil. luglio julio julho lipca heinäkuu Temmuz июля", 7),
    ("août aout agosto ago sierpnia elokuu Ağustos августа Αυγούστου серпня", 8),
    ("septembre sept. settembre setembro wrzesień syyskuu Eylül сентября вересня", 9),
    ("Oktober octobre ottobre out. outubro października lokakuu Ekim октября", 10),
    ("novembre novembro noviembre listopada marraskuu Kasım ноября", 11),
    ("Dezember Dez décembre déc. dec dicembre dezembro grudnia joulukuu Aralık декабря", 12),
  ]

  @Test(arguments: months) func eachMonthIsItself(names: String, month: Int) {
    for name in names.split(separator: " ") where name != "listopada" {
      let iso = "2024-\(month < 10 ? "0" : "")\(month)-05 10:00:00 +0000"
      #expect(date("5 \(name) 2024 10:00:00 +0000") == date(iso), "\(name)")
      #expect(date("5 \(name.uppercased()) 2024 10:00:00 +0000") == date(iso), "\(name)")
    }
  }

  @Test func aWeekdayThatIsNamedLikeAMonthIsNone() {
    // `mar` is French for Tuesday, and in other languages the month of March.
    #expect(date("mar., 04 févr. 2025 09:00:00 +0100") == 1_738_656_000)
    #expect(date("mar. 4 févr. 2025 09:00:00 +0100") == 1_738_656_000)
    #expect(date("mar 04 feb 2025 09:00:00 +0100") == 1_738_656_000)
    #expect(date("mar, 4 mar 2025 08:00:00 +0000") == 1_741_075_200)
  }

  @Test(arguments: [
    "Mon", "Thu,", "Sat", "mar.", "sam.", "lun.", "vie,", "mié", "jan.", "Paz,", "Sre",
  ])
  func aWeekdayBeforeNumbersIsNoMonth(weekday: String) {
    #expect(date("\(weekday) 2023-01-02 15:04:05 +0000") == Self.then)
    #expect(date("\(weekday) 2023/1/2 15:04:05") == Self.then)
    #expect(date("15:04:05 \(weekday) 2023-01-02") == Self.then)
    #expect(date("\(weekday) 25/12/2024 10:00:00 +0000") == 1_735_120_800)
    #expect(date("\(weekday) 12/25/2024 10:00:00 +0000") == 1_735_120_800)
    #expect(date("\(weekday) 05/06/2024 10:00") == Self.received)
  }

  /// Names that mean another month in other languages.
  @Test(arguments: [
    ("śr, 6 lis 2024", "2024-11-06"), ("pt, 5 lip 2024", "2024-07-05"),
    ("sobota, 9 listopada 2024", "2024-11-09"), ("pá, 2 srp 2024", "2024-08-02"),
    ("st, 6 lis 2024", "2024-11-06"), ("sri, 10 srp 2024", "2024-07-10"),
    ("pet, 4 lis 2024", "2024-10-04"),
  ])
  func theWeekdayTellsMonthsOfOneNameApart(text: String, day: String) {
    #expect(date("\(text) 10:00:00 +0000") == date("\(day) 10:00:00 +0000"))
    #expect(date("\(text) 10:00:00 +0000") != Self.received)
  }

  @Test func aZoneMayHaveADashForItsSign() {
    #expect(date("2 Jan 2023 10:04:05 \u{2013}0500") == Self.then)
  }

  @Test(arguments: [
    "03/04/2024 10:00", "3-4-2024 10:00", "2 xyz 2023 15:04:05 +0000",
    "mar., 04 foo. 2025 09:00:00 +0100", "2 f?vr. 2023 15:04:05 +0000",
    "Mon, 2 Janx 2023 15:04:05 +0000", "2 ju 2023 15:04:05 +0000", "2 ja 2023 15:04:05",
    // `listopad` is October in Croatian, and November in Czech.
    "2 listopad 2023 15:04:05 +0000", "2 tháng 13 2023 15:04:05 +0000", "2023年13月2日 15:04:05",
    "2023年2月30日 15:04:05", "2 ៣ 2023 15:04:05 +0000", "2 1-р сар 2023 15:04:05",
    "2 1 2023 15:04:05 +0000", "mars", "mars 2023", "2 mars", "1月", "年月日", "午後",
  ])
  func aMonthThatIsNotKnownMakesNoDate(text: String) {
    #expect(date(text) == Self.received)
    let trace = "Received: from a by b; Mon, 2 Jan 2023 15:04:05 +0000"
    #expect(date(Array("Date: \(text)\n\(trace)".utf8)) == Self.then)
  }

  @Test func namesBeyondASCIIAreReadInAnyEncoding() {
    let expected: Int64 = 1_738_656_000
    for form in [
      "=?iso-8859-1?Q?mar=2E=2C_04_f=E9vr=2E_2025_09=3A00=3A00_+0100?=",
      "=?utf-8?B?\(Data("mar., 04 févr. 2025 09:00:00 +0100".utf8).base64EncodedString())?=",
      "mar., 04 =?utf-8?Q?f=C3=A9vr=2E?= 2025 09:00:00 +0100",
      "mar., 04 fe\u{301}vr. 2025 09:00:00 +0100",
    ] {
      #expect(date(form) == expected, "\(form)")
    }
    let latin = Array("Date: mar., 04 f".utf8) + [0xE9] + Array("vr. 2025 09:00:00 +0100".utf8)
    #expect(date(latin) == expected)
    let koi = Array("Content-Type: text/plain; charset=koi8-r\nDate: 2 ".utf8) + [0xD1, 0xCE, 0xD7]
    #expect(date(koi + Array(" 2023 15:04:05 +0000".utf8)) == Self.then)
  }

  @Test func aZoneNeedsNoSign() {
    #expect(date("Di, 17 Mai 2005 12:31:00 0200") == 1_116_325_860)
    #expect(date("lör, 29 maj 1999 00:24:04 +0200 (CEST)") == 927_930_244)
    #expect(date("Tue, 17 May 2005 12:31:00 0200") == 1_116_325_860)
  }

  @Test func theRowAndTheCardHaveOneDate() {
    let header = "Date: mar., 04 févr. 2025 09:00:00 +0100\nSubject: x\n\n"
    let found = FoundMessage(bytes: Array(header.utf8), isCut: false, path: "", received: 0)
    let card = MessageReader.read(found, now: 1_750_000_000)
    #expect(card.date.timeIntervalSince1970 == 1_738_656_000)
  }

  @Test func aDateCutAnywhereIsReadOrNot() {
    for form in ["2023年1月2日 下午3:04:05", "lunes, 2 de enero de 2023 15:04:05 +0000"] {
      let bytes = Array("Date: \(form)".utf8)
      for end in 6...bytes.count { _ = date(Array(bytes[..<end])) }
    }
  }
}
