import Foundation
import Testing

@testable import Inventory
@testable import Keepsake
@testable import Sync

/// The texts of notifications, whatever others have typed.
@Suite struct NewsWordsTests {
  private func news(
    _ author: String, _ deed: SyncNews.Deed, _ names: String?...
  ) -> [SyncNews] {
    names.map { SyncNews(author: author, subject: .item(UUID(), name: $0), deed: deed) }
  }

  @Test func changesAreSummarizedInOneLinePerAuthor() {
    #expect(NewsWords.changes(news("Ben", .changed, "Drill")) == "Ben changed Drill")
    #expect(
      NewsWords.changes(news("Ben", .added, "Drill", "Saw")) == "Ben added 2 items: Drill and Saw")
    let three = news("Ben", .changed, "Drill", "Saw", "File")
    #expect(NewsWords.changes(three) == "Ben changed 3 items: Drill, Saw and one more")
    let mixed = news("Ben", .added, "Drill") + news("Cleo", .trashed, "Saw")
    #expect(NewsWords.changes(mixed) == "Ben added Drill\nCleo discarded Saw")
    let crowd = (1...9).flatMap { news("M\($0)", .added, "Drill") }
    let lines = NewsWords.changes(crowd).split(separator: "\n")
    #expect(lines.count == 4 && lines.last == "others made changes, too")
  }

  @Test func otherSubjectsAreNamedWithTheirKind() {
    let place = SyncNews(author: "Ben", subject: .other("the place Cellar"), deed: .added)
    #expect(NewsWords.changes([place]) == "Ben added the place Cellar")
    #expect(
      NewsWords.changes(news("Ben", .added, "Drill") + [place])
        == "Ben added 2 things: Drill and the place Cellar")
  }

  @Test func aPrivateItemIsNotNamed() {
    #expect(NewsWords.changes(news("Ben", .changed, nil)) == "Ben changed a private item")
  }

  @Test func textOfOthersIsEscapedAndTruncated() {
    let long = String(repeating: "long ", count: 100_000)
    let text = NewsWords.changes(
      news("\u{1B}]0;x\u{7}Ben\nAnna", .added, "a\nb\u{202E}c", long, "d"))
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E }, "\(text)")
    #expect(text.utf8.count < 400)
  }

  @Test func dueLoansAreNamedWithTheBorrower() throws {
    let today = try #require(CalendarDate(iso: "2026-12-01"))
    let before = try #require(CalendarDate(iso: "2026-11-30"))
    let drill = DueLoan(item: UUID(), name: "Drill", borrower: "Eva\u{1B}[2J", day: today)
    let saw = DueLoan(item: UUID(), name: "Saw", borrower: "Max", day: before)
    #expect(NewsWords.loans([drill], .plain, today: today).hasPrefix("Drill is due back from Eva"))
    #expect(!NewsWords.loans([drill], .plain, today: today).contains("\u{1B}"))
    var customs = LocaleFormat.plain
    customs.adopt(.dayFirstPoints)
    #expect(
      NewsWords.loans([saw], customs, today: today) == "Saw was due back from Max on 30.11.2026")
    #expect(
      NewsWords.loans([saw, saw, saw], .plain, today: today)
        == "3 lent things should be back: Saw (Max), Saw (Max) and one more")
  }

  @Test func endingWarrantiesAreNamedWithTheirDates() throws {
    let day = try #require(CalendarDate(iso: "2026-12-01"))
    let drill = EndingWarranty(item: UUID(), name: "Drill", lastDay: day)
    #expect(NewsWords.warranties([drill], .plain) == "The warranty of Drill ends on 2026-12-01")
    let all = [drill, drill, drill, drill]
    #expect(
      NewsWords.warranties(all, .plain)
        == "4 warranties end soon: Drill on 2026-12-01, Drill on 2026-12-01 and 2 more")
  }
}
