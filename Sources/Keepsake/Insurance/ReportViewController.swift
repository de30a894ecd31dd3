import Foundation
import Inventory
import Reprise

/// Writes the document for the insurer, with the options of `keepsake report`.
final class ReportViewController: ScreenController {
  /// The query that selects the items; empty for all.
  @Restorable("query") private var query = ""
  /// The index of the format: the document, or the table for a claim.
  @Restorable("format") private var format = 0
  @Restorable("notes") private var hasNotes = true
  @Restorable("photos") private var hasPhotos = true
  /// The path of the file.
  @Restorable("file") private var file = ""
  private var work: BackgroundWork?

  private static let formats = ["HTML", "CSV"]

  override init(context: AppContext) {
    super.init(context: context)
    title = "Report for the insurer"
    file = Self.usualFile(on: context.today())
  }

  /// The default: a file in the home directory with the day in its name.
  private static func usualFile(on day: CalendarDate) -> String { "~/belongings-\(day.text).html" }

  override var doing: String { "writing the report for the insurer" }

  override func loadView() -> View {
    let words = TextField($query).named("query")
    words.placeholder = "all items; words narrow them, as in a filter"
    return ScrollView {
      Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
        Field("Items", words)
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

  override func updateProperties() {
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
    var options = ReportOptions(day: context.today(), customs: context.customs)
    options.query = query
    options.hasNotes = hasNotes
    options.hasPhotos = hasPhotos
    return options
  }

  /// Writes the file in the background; closes the screen when it is complete.
  private func writeReport() {
    guard work == nil, let application = context.application else { return }
    let path = ReportFile.path(typed: file)
    guard !path.isEmpty else {
      return context.problem("Name a file to write, as in ~/report.html")
    }
    guard let again = context.attempt({ try context.store.openAgain() }) else { return }
    let store = again ?? context.store
    let (options, isTable) = (options, format == 1)
    context.progress("Writing \(path) …")
    work = application.perform(inBackground: { _ in
      try ReportFile.save(of: store, options, asTable: isTable, to: path)
    }) { [weak self] result in
      guard let self else { return }
      work = nil
      context.progress(nil)
      guard let said = context.attempt({ try result.get() }) else { return }
      presentingViewController?.dismiss()
      context.notice([said.line, said.remark].compactMap(\.self).joined(separator: "; "))
    }
  }
}
