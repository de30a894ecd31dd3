import ArgumentParser
import Foundation
import Inventory
import RepriseCommands

/// The options of `keepsake import` for files of any columns.
struct TableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A map file: a line Column = field for each column.", valueName: "map"),
    completion: .file())
  var map: String?

  @Option(
    help: ArgumentHelp("Write the mapping to a file that --map reads.", valueName: "map"),
    completion: .file())
  var saveMap: String?

  @Flag(help: "Also replace values that you have changed since the last import.")
  var update = false

  @Option(help: ArgumentHelp("The sheet of a workbook; the first by default.", valueName: "name"))
  var sheet: String?

  @Option(
    help: ArgumentHelp(
      "The encoding of a text file: \(TextEncoding.all.map(\.name).joined(separator: ", ")).",
      valueName: "name"),
    transform: { text in
      guard let encoding = TextEncoding(name: text) else {
        throw ValidationError("Keepsake doesn't know the encoding “\(text)”.")
      }
      return encoding
    })
  var encoding: TextEncoding?

  @Option(
    help: ArgumentHelp("The character between fields; tab for a tab.", valueName: "character"),
    transform: { text in
      let bytes = Array((text == "tab" || text == "\\t" ? "\t" : text).utf8)
      guard bytes.count == 1, bytes[0] < 128, ![10, 13, 34].contains(bytes[0]) else {
        throw ValidationError("A delimiter is one ASCII character, or tab.")
      }
      return bytes[0]
    })
  var delimiter: UInt8?

  @Option(
    help: ArgumentHelp(
      "The order in dates with slashes: day-first or month-first.", valueName: "order"),
    transform: { text in
      guard let order = LocaleFormat.DateOrder(rawValue: text) else {
        throw ValidationError("Dates are day-first or month-first.")
      }
      return order
    })
  var dates: LocaleFormat.DateOrder?

  @Option(
    help: ArgumentHelp("The sign before decimals: comma or point.", valueName: "sign"),
    transform: { text in
      guard let decimal: Character = ["comma": ",", "point": ".", ",": ",", ".": "."][text] else {
        throw ValidationError("Decimals follow a comma or a point.")
      }
      return decimal
    })
  var decimal: Character?

  @Option(
    help: ArgumentHelp(
      "Keep prices in another currency as text, or take the number.", valueName: "choice"),
    transform: { text in
      guard let choice = TableImportOptions.ForeignPrices(rawValue: text) else {
        throw ValidationError("Prices in another currency are kept as text or as number.")
      }
      return choice
    })
  var foreignPrices: TableImportOptions.ForeignPrices?

  @Option(
    help: ArgumentHelp("Where --skip-bad writes the rows with problems.", valueName: "csv"),
    completion: .file())
  var rejects: String?

  @Flag(name: [.customLong("yes")], help: "Import without asking.")
  var isConfirmed = false

  /// The options for the importer.
  ///
  /// - Throws: A failure if the map file can't be read.
  func importerOptions() throws -> TableImportOptions {
    var options = TableImportOptions()
    options.encoding = encoding
    options.delimiter = delimiter
    options.sheet = sheet
    options.decimal = decimal
    options.dateOrder = dates
    options.foreignPrices = foreignPrices
    options.updates = update
    if let map {
      guard let bytes = FileManager.default.contents(atPath: map), bytes.count < 1 << 20,
        let text = String(validating: bytes, as: UTF8.self)
      else {
        throw UsageFailure(status: .noInput, message: "cannot read the map file \(map)")
      }
      options.map = text
    }
    return options
  }
}
