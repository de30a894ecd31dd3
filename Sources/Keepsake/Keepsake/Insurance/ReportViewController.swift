import RepriseCommands
import Foundation
import Inventory
import Reprise

/// Writes the document for the insurer, with the options of `keepsake report`.
final class ReportViewController: ScreenController {
  /// The part of the inventory that the report can cover; empty for none.
  @Restorable("part") private var part = ""
  /// The stable name of the items in it.
  @Restorable("scope") private var scope = ItemQuery.Scope.everywhere.name
  /// The index of what it covers: the part, or everything.
  @Restorable("reach") private var reach = 0
  /// The query that selects the items; empty for all.
  @Restorable("query") private var query = ""
  /// The index of the format: the document, or the table for a claim.
  @Restorable("format") private var format = 0
  @Restorable("notes") private var hasNotes = true
  @Restorable("photos") private var hasPhotos = true
  /// The path of the file.
  @Restorable("file") private var file = ""
  private var work: BackgroundOperation?

  private static let formats = ["HTML", "CSV"]

  private lazy var itemsRow = Field("Items", words)
  private lazy var reachRow = Field("Covers", reachControl)
  private lazy var reachControl = SegmentedControl(reaches, $reach).named("reach")
  private lazy var words = TextField($query).named("query")

  /// Makes the form; the person can change what it covers.
  ///
  /// - Parameters:
  ///   - query: The filter of the list that it was opened from.
  ///   - part: The part of the inventory that the screen or its selected row shows; `nil` for everything.
  ///   - coversPart: Whether the report covers only the part at first.
  init(
    context: AppContext, query: String = "", part: ReportPart? = nil, coversPart: Bool = true
  ) {
    super.init(context: context)
    title = "Report for the insurer"
    self.query = query
    if let part {
      self.part = part.name
      scope = part.scope.name
      reach = coversPart ? 0 : 1
    }
    file = Self.usualFile(on: context.preferences.today())
  }

  /// The default: a file in the home directory with the day in its name.
  private static func usualFile(on day: CalendarDate) -> String { "~/belongings-\(day.text).html" }

  override var doing: String { "writing the report for the insurer" }

  override func loadView() -> View {
    words.placeholder = "all items; words narrow them, as in a filter"
    return ScrollView {
      Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
        itemsRow
        reachRow
        Field("Format", SegmentedControl(Self.formats, $format).named("format"))
        Field("Notes", Switch($hasNotes).named("notes"))
        Field("Photos", Switch($hasPhotos).named("photos"))
        Field("File", TextField($file).named("file"))
        Flow(padding: EdgeInsets(top: 1)) {
          Button(writeAction)
          Button(policyAction)
        }
      }
    }.named("report")
  }

  /// The part, cut to the width of the form, and everything.
  private var reaches: [String] { [CellText(part, width: 40).string, "everything"] }

  /// Whether the report covers only the part.
  private var coversPart: Bool { !part.isEmpty && reach == 0 }

  override func updateProperties() {
    reachRow.isHidden = part.isEmpty
    reachControl.titles = reaches
    let isWhole = query.allSatisfy(\.isWhitespace)
    itemsRow.hint = isWhole ? "" : "Covers all matching items; clear it to cover everything"
    // The extension follows the format, unless the person chose another one.
    let endings = Self.formats.map { "." + $0.lowercased() }
    let (wanted, other) = (endings[format == 0 ? 0 : 1], endings[format == 0 ? 1 : 0])
    if file.hasSuffix(other) { file = file.dropLast(other.count) + wanted }
  }

  override var actions: [Action] { [writeAction, policyAction] }
  private lazy var writeAction = Action("report.write", "Write", "^S", for: self) {
    $0.writeReport()
  }
  private lazy var policyAction = Action("report.policy", "Owner and policy", "^O", for: self) {
    $0.present(PolicyViewController(context: $0.context))
  }

  // MARK: - Writing

  private var options: ReportOptions {
    var options = ReportOptions(
      day: context.preferences.today(), customs: context.preferences.customs)
    options.query = query
    if coversPart, let chosen = ItemQuery.Scope(name: scope) {
      (options.scope, options.scopeName) = (chosen, part)
    }
    options.hasNotes = hasNotes
    options.hasPhotos = hasPhotos
    return options
  }

  /// Writes the file in the background; closes the screen when it is complete.
  private func writeReport() {
    guard work == nil, context.application != nil else { return }
    let path = ReportFile.path(typed: file)
    guard !path.isEmpty else {
      return context.notices.warn("Name a file to write, as in ~/report.html")
    }
    let chosen = Self.formats[format == 0 ? 0 : 1]
    guard
      let isTable = context.notices.attempt({
        try ReportFile.isTable(path, asked: format == 1 ? "Format CSV" : nil)
      })
    else { return }
    guard isTable == (format == 1) else {
      return context.notices.warn(
        "The format is \(chosen); end the name in .\(chosen.lowercased())")
    }
    guard OutputFile.wouldReplace(path) else { return save(to: path, replaces: false) }
    ask(Question.replaceReport(path))
  }

  override func alert(for question: AlertQuestion) -> AlertController? {
    guard let path = question.details["path"], question == Question.replaceReport(path) else {
      return super.alert(for: question)
    }
    let alert = AlertController(
      title: "Replace the file?", message: "\(file) already exists.")
    alert.addAction(
      Action("report.replace", "Replace file", "r", role: .destructive) { [weak self] in
        self?.save(to: path, replaces: true)
      })
    alert.addAction(.cancel("Keep file"))
    return alert
  }

  private func save(to path: String, replaces: Bool) {
    guard work == nil, let application = context.application,
      let again = context.notices.attempt({ try context.store.openAgain() })
    else { return }
    let store = again ?? context.store
    let (options, isTable, photos) = (
      options, format == 1, PhotoCheck(context.attachments.pictures)
    )
    context.notices.showProgress("Writing \(path) …")
    work = application.perform(inBackground: { _ in
      try ReportFile.save(
        of: store, options, photos, asTable: isTable, to: path, replaces: replaces)
    }) { [weak self] result in
      guard let self else { return }
      work = nil
      context.notices.showProgress(nil)
      guard let written = context.notices.attempt({ try result.get() }) else { return }
      let window = application.window
      presentingViewController?.dismiss()
      for line in written.remarks + [written.line] { context.notices.show(line) }
      guard !written.remarks.isEmpty else { return }
      // A line would cut what is not in the report, and the person has to see to it.
      window.frontController?.ask(
        Question.reportWritten(
          ([written.line] + written.remarks).joined(separator: ".\n") + "."))
    }
  }
}

/// A part of the inventory that a report can cover, such as a place with everything in it.
struct ReportPart {
  /// The items of the part.
  var scope: ItemQuery.Scope
  /// Its name on the form and in the report, such as `Home / Kitchen`.
  var name: String
}
