import Foundation
import Inventory
import RepriseTesting
import Testing

@testable import Keepsake

/// The questions of `keepsake import` on a terminal.
@Suite struct ImportQuestionTests {
  private let home = TemporaryHome()

  /// Asks about a table, with answers in order.
  ///
  /// - Returns: The questions that were asked, and the options afterwards.
  private func ask(
    _ text: String, _ answers: [String]
  ) throws -> (questions: [String], options: TableImportOptions) {
    let store = try InventoryStore(directory: home.path + "/data")
    var options = TableImportOptions()
    let file = try TableFile(bytes: Array(text.utf8), options: options)
    let importer = try TableImporter(store: store, file: file, options: options)
    nonisolated(unsafe) var (questions, answers) = ([String](), answers)
    let asking = ImportQuestions(file: "a.csv") { question in
      questions.append(question)
      return answers.isEmpty ? nil : answers.removeFirst()
    }
    _ = try asking.ask(about: importer, changing: &options)
    return (questions, options)
  }

  @Test func aPlainFileNeedsNoAnswer() throws {
    #expect(try ask("Item,Bought\nChair,2026-02-01\n", []).questions.isEmpty)
  }

  @Test func anEmptyLineIsTheDefault() throws {
    let (questions, options) = try ask("Item,Bought\nChair,1/2/2026\n", [""])
    #expect(questions.count == 1 && questions[0].hasSuffix("(day, month) [day]"))
    #expect(options.dateOrder == .dayFirst)
  }

  @Test func theFirstLettersOfAnAnswerAreEnough() throws {
    #expect(try ask("Item,Bought\nChair,1/2/2026\n", ["m"]).options.dateOrder == .monthFirst)
  }

  @Test func anUnknownAnswerIsAskedForAgain() throws {
    let (questions, options) = try ask("Item,Bought\nChair,1/2/2026\n", ["year", "month"])
    #expect(questions.count == 2)
    #expect(options.dateOrder == .monthFirst)
  }

  @Test func everyOpenQuestionIsAskedAlone() throws {
    let text = "Thing bought,When,What it cost\nChair,1/2/2026,5 XAU\n"
    let map = "Thing,Bought,Price\nChair,1/2/2026,12.50 GBP\n"
    #expect(try ask(text, [""]).options.targets?.first == .field(.name))
    let (questions, options) = try ask(map, ["day", "number"])
    #expect(questions.count == 2 && questions[1].contains("GBP"), "\(questions)")
    #expect(options.foreignPrices == .number)
  }

  @Test func theEndOfTheInputImportsNothing() throws {
    #expect(throws: UsageFailure.self) { try ask("Item,Bought\nChair,1/2/2026\n", []) }
  }
}
