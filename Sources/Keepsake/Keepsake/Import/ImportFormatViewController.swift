import Foundation
import Inventory
import Reprise

/// The second step of an import: how the file is read, with its first rows.
final class ImportFormatViewController: ImportStepController {
  private let about = Label("")
  private let sheet = Choice([])
  private let encoding = Choice([])
  private let delimiter = Choice([])
  private let headerRow = Choice([])
  private let dates = Choice(["day first: 31/1/2026", "month first: 1/31/2026"])
  private let decimal = Choice(["point: 1,299.50", "comma: 1.299,50"])
  private let foreign = Choice([])
  private lazy var sheetRow = Field("Sheet", sheet)
  private lazy var encodingRow = Field("Encoding", encoding)
  private lazy var delimiterRow = Field("Columns end at", delimiter)
  private lazy var datesRow = Field("Dates", dates)
  private lazy var foreignRow = Field("Prices", foreign)
  private let preview = ImportPreview()

  private static let encodings = TextEncoding.all.map(\.name)
  private static let delimiters: [UInt8] = [44, 59, 9, 124]
  private static let delimiterNames = ["comma ,", "semicolon ;", "tab", "bar |"]
  private static let orders = ["day-first", "month-first"]
  private static let separators = [".", ","]
  private static let foreignChoices = ["text", "number"]

  override init(context: AppContext) {
    super.init(context: context)
    title = "Import: how the file is read"
  }

  // MARK: - The view

  override func loadView() -> View {
    name(sheet, "sheet", "Sheet") { $0.choose(sheet: $1) }
    name(encoding, "encoding", "Encoding") { screen, index in
      screen.change(forgetsColumns: true) { $0.encoding = Self.encodings[index] }
    }
    name(delimiter, "delimiter", "Columns end at") { screen, index in
      screen.change(forgetsColumns: true) { $0.delimiter = Self.delimiters[index] }
    }
    name(headerRow, "header-row", "Header in row") { $0.choose(headerRow: $1) }
    name(dates, "dates", "Dates such as 1/2/2026") { screen, index in
      screen.change { $0.dates = Self.orders[index] }
    }
    name(decimal, "decimal", "Decimals") { screen, index in
      screen.change { $0.decimal = Self.separators[index] }
    }
    name(foreign, "foreign-prices", "Prices") { screen, index in
      screen.change { $0.foreignPrices = Self.foreignChoices[index] }
    }
    preview.table.restorationIdentifier = "preview"
    let form = ScrollView {
      Column(padding: EdgeInsets(left: 1, right: 1)) {
        about
        sheetRow
        encodingRow
        delimiterRow
        Field("Header", headerRow)
        datesRow
        Field("Decimals", decimal)
        foreignRow
        Field(
          "",
          Flow {
            Button(continueAction)
            Button(startAgainAction)
          })
      }
    }.named("form").length(.fit)
    return Column {
      form
      TableHeaderView(of: preview.table)
      preview.table.length(.fill().atLeast(4))
    }
  }

  /// Shows the form before the focus is set, which depends on it.
  override func viewDidLoad() {
    super.viewDidLoad()
    updateProperties()
  }

  private func name(
    _ choice: Choice, _ identifier: String, _ title: String,
    _ choose: @escaping (ImportFormatViewController, Int) -> Void
  ) {
    choice.restorationIdentifier = identifier
    choice.title = title
    choice.addAction(for: .valueChanged) { [weak self, weak choice] in
      if let self, let index = choice?.selectedIndex { choose(self, index) }
    }
  }

  override var preferredFocusedView: View? {
    guard let reading = model.reading else { return super.preferredFocusedView }
    if reading.hasAmbiguousDates { return dates }
    if reading.foreignCurrency != nil { return foreign }
    return reading.sheets.count > 1 ? sheet : reading.encoding != nil ? encoding : headerRow
  }

  override func updateProperties() {
    guard let reading = model.reading else { return }
    let choices = model.choices
    about.text = heading(of: reading)
    sheetRow.isHidden = reading.sheets.count < 2
    sheet.options = reading.sheets
    sheet.selectedIndex = reading.sheet.flatMap(reading.sheets.firstIndex)
    let isText = reading.encoding != nil
    (encodingRow.isHidden, delimiterRow.isHidden) = (!isText, !isText)
    encoding.options = Self.encodings
    encoding.selectedIndex = (choices.encoding ?? reading.encoding)
      .flatMap(Self.encodings.firstIndex)
    encodingRow.remark = model.problem ?? ""
    delimiter.options = Self.delimiterNames
    delimiter.selectedIndex = reading.delimiter.flatMap(Self.delimiters.firstIndex)
    delimiter.text = reading.delimiter.map { String(Character(Unicode.Scalar($0))) } ?? ""
    headerRow.options = reading.firstRows.map { row in
      "row \(row.number): " + row.texts.filter { !$0.isEmpty }.joined(separator: " · ")
    }
    headerRow.selectedIndex = reading.firstRows.firstIndex { $0.number == reading.headerRow }
    dates.selectedIndex = (choices.dates ?? reading.dates).flatMap(Self.orders.firstIndex)
    dates.placeholder = reading.hasAmbiguousDates ? "choose" : "the same either way"
    datesRow.remark =
      reading.hasAmbiguousDates
      ? "Some dates can be read in two ways, such as 1/2/2026" : ""
    decimal.selectedIndex = (choices.decimal ?? reading.decimal).flatMap(Self.separators.firstIndex)
    decimal.placeholder = "no decimals"
    showForeignPrices(reading)
    preview.show(reading)
  }

  private func heading(of reading: ImportReading) -> String {
    let source = reading.source.map { "written by \($0)" }
    let remembered = reading.isRemembered ? "columns as at the last import" : nil
    return
      (["\(model.name): \(Figures.count(reading.rowCount, "row", "rows"))"]
      + [source, remembered].compactMap(\.self)).joined(separator: ", ")
  }

  private func showForeignPrices(_ reading: ImportReading) {
    foreignRow.isHidden = reading.foreignCurrency == nil
    guard let currency = reading.foreignCurrency else { return }
    foreign.options = [
      "\(currency): keep them as text in a field of their own",
      "\(currency): take the numbers as \(model.currency)",
    ]
    let chosen = model.choices.foreignPrices
    foreign.selectedIndex = chosen.flatMap(Self.foreignChoices.firstIndex)
    foreign.placeholder = "choose"
    foreignRow.remark =
      chosen == nil
      ? "\(Figures.count(reading.foreignCount, "price is", "prices are")) in \(currency), "
        + "and this inventory uses \(model.currency)" : ""
  }

  // MARK: - Choices

  private func change(
    forgetsColumns: Bool = false, _ body: (inout ImportChoices) -> Void
  ) {
    model.change(over: self, forgetsColumns: forgetsColumns, body)
  }

  private func choose(sheet index: Int) {
    guard let sheets = model.reading?.sheets, sheets.indices.contains(index) else { return }
    change(forgetsColumns: true) {
      $0.sheet = sheets[index]
      $0.headerRow = nil
    }
  }

  private func choose(headerRow index: Int) {
    guard let rows = model.reading?.firstRows, rows.indices.contains(index) else { return }
    change(forgetsColumns: true) { $0.headerRow = rows[index].number }
  }

  // MARK: - Keys

  override var actions: [Action] { formatActions }

  private lazy var formatActions: [Action] = {
    let next = Action("form.next", "Next field", "Tab", isHinted: false, for: self) {
      $0.window?.moveFocus(by: 1)
    }
    let previous = Action(
      "form.previous", "Previous field", "Shift-Tab", isHinted: false, for: self
    ) { $0.window?.moveFocus(by: -1) }
    return [
      continueAction, startAgainAction, next, previous, next.also("Down"), previous.also("Up"),
    ]
  }()

  private lazy var continueAction = Action(
    "import.continue", "Continue", "^S", role: .primary, for: self
  ) { $0.goOn() }

  private lazy var startAgainAction = Action(
    "import.guess-again", "Guess again", "^G", isHinted: false, for: self
  ) { screen in
    screen.change { choices in
      choices = ImportChoices()
    }
  }

  private func goOn() {
    if let question = model.openQuestion {
      return context.notices.warn(question.capitalizedFirst)
    }
    navigationController?.push(ImportColumnsViewController(context: context))
  }
}
