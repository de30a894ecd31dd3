import Foundation
import Inventory
import RepriseCommands

/// Asks on the terminal for what the importer can't guess, one question at a time.
nonisolated struct ImportQuestions {
  let file: String
  /// Prints a question and reads the answer; `nil` at the end of the input.
  var answer: (String) -> String? = { question in
    Console.prompt(question + " ")
    return readLine()
  }

  /// Asks everything that is open, and changes the options as answered.
  ///
  /// - Returns: Whether anything was asked.
  /// - Throws: A failure if the input ends.
  func ask(
    about importer: TableImporter, changing options: inout TableImportOptions
  ) throws -> Bool {
    var hasAsked = false
    if importer.mappingProblem != nil, !importer.mapping.columns.contains(where: isName) {
      options.targets = try targetsWithName(importer)
      hasAsked = true
    }
    if importer.hasAmbiguousDates {
      let choice = try choose(
        "Some dates can be read in two ways, such as 1/2/2026. Does the day or the month come first?",
        ["day", "month"])
      options.dateOrder = choice == 0 ? .dayFirst : .monthFirst
      hasAsked = true
    }
    let most = importer.foreignPrices.max { ($0.value, $1.key) < ($1.value, $0.key) }
    if options.foreignPrices == nil, let most {
      let rows = importer.foreignPrices.values.reduce(0, +)
      let count = Figures.count(rows, "row has", "rows have")
      let choice = try choose(
        "\(count) prices in \(most.key), which isn't the inventory's currency. Keep them as text, or take the numbers?",
        ["text", "number"])
      options.foreignPrices = choice == 0 ? .text : .number
      hasAsked = true
    }
    return hasAsked
  }

  private func isName(_ column: ImportMapping.Column) -> Bool { column.target == .field(.name) }

  /// Asks which column has the names.
  private func targetsWithName(_ importer: TableImporter) throws -> [ImportTarget] {
    var targets = importer.mapping.columns.map(\.target)
    let names = importer.mapping.columns.enumerated().map { index, column in
      column.name.isEmpty ? "column \(index + 1)" : column.name
    }
    let filled = importer.file.sample(1).first?.firstIndex { !$0.isEmpty } ?? 0
    let choice = try choose(
      "Which column has the names of the items?", names, preferred: filled)
    targets[choice] = .field(.name)
    return targets
  }

  /// Asks for one of several words until one is given; an empty line is the preferred one.
  ///
  /// - Returns: Its index.
  private func choose(
    _ question: String, _ choices: [String], preferred: Int = 0
  ) throws -> Int {
    let list = choices.count > 12 ? "" : choices.joined(separator: ", ")
    while true {
      let text = "\(question) \(list.isEmpty ? "" : "(\(list)) ")[\(choices[preferred])]"
      guard let line = answer(text) else {
        throw UsageFailure(status: .failure, message: "nothing was imported")
      }
      let typed = line.trimmingCharacters(in: .whitespaces).lowercased()
      if typed.isEmpty { return preferred }
      let exact = choices.firstIndex { $0.lowercased() == typed }
      let starting = choices.indices.filter { choices[$0].lowercased().hasPrefix(typed) }
      if let found = exact ?? (starting.count == 1 ? starting[0] : nil) { return found }
      Console.message("Type one of: \(choices.joined(separator: ", "))")
    }
  }
}
