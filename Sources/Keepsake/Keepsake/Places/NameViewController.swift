import Foundation
import Inventory
import Reprise

/// Asks for the name of a new place, or for another name of a place, tag, category or view.
///
/// The typed text is part of the saved state, and is still there if the sheet is closed without saving.
final class NameViewController: ScreenController, ViewControllerRestoration {
  private let thing: NamedThing
  @Restorable("name") private var name = ""
  /// Why the name can't be used; empty without a reason.
  @Restorable("remark") private var remark = ""
  private lazy var field = TextField($name).named("name")
  private lazy var row = Field("Name", field)

  init(_ thing: NamedThing, context: AppContext) {
    self.thing = thing
    super.init(context: context)
    restorationIdentifier = "name"
    restorationClass = Self.self
    // With room for a remark.
    preferredContentSize = Size(width: 60, height: 5)
    let former = former ?? ""
    name = context.unfinished[sheet] ?? former
    title =
      if case .newPlace = thing {
        around.map { "New place in “\($0.name)”" } ?? "New place"
      } else {
        "Rename \(thing.kind) “\(former)”"
      }
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let context = coder.environment[AppContext.self],
      let thing = coder.decodeString(forKey: "thing").flatMap(NamedThing.init(stored:)),
      (try? thing.name(in: context.store)) ?? nil != nil
    else { return nil }
    return NameViewController(thing, context: context)
  }

  /// Names the sheet in ``UnfinishedTexts``; a new place has another identity each time.
  private var sheet: String {
    if case .newPlace(_, let parent) = thing {
      return "new-place \(parent?.uuidString ?? "top")"
    }
    return thing.stored
  }

  private var isSaved = false

  private var former: String? {
    context.notices.attempt { try thing.name(in: context.store) } ?? nil
  }

  /// The place around the place to be named.
  private var around: Place? {
    guard let uuid = parentPlace else { return nil }
    return context.notices.attempt { try context.store.places.fetch(uuid) } ?? nil
  }

  private var parentPlace: UUID? {
    switch thing {
    case .newPlace(_, let parent): return parent
    case .place(let uuid):
      let place = context.notices.attempt { try context.store.places.fetch(uuid) } ?? nil
      return place?.parent
    case .tag, .category, .view: return nil
    }
  }

  override func loadView() -> View {
    field.placeholder = "type it, then Enter"
    field.addAction(for: .valueChanged) { [unowned self] in remark = "" }
    return Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) { row }
  }

  override var preferredFocusedView: View? { field }

  /// The places next to it, read once.
  private lazy var siblings: SimilarPlaces = {
    guard thing.kind == "place" else { return SimilarPlaces([]) }
    let places = context.notices.attempt { try context.store.places.children(of: parentPlace) }
    return SimilarPlaces((places ?? []).filter { .place($0.uuid) != thing })
  }()

  /// Suggests a place whose name differs only in accents.
  override func updateProperties() {
    row.remark = remark
    let similar = siblings.place(like: name)
    row.hint = similar.map { "There is already “\($0.name)”; only accents differ" } ?? ""
  }

  override var doing: String { title }

  override var actions: [Action] { [saveAction] }
  private lazy var saveAction = Action("name.save", "Save", "Enter", "^S", for: self) { $0.save() }

  private func save() {
    guard let edit = context.notices.attempt({ try thing.renaming(to: name, in: context.store) })
    else { return }
    guard let edit else { return dismiss() }
    if let refusal = context.changes.refusal(of: edit) {
      remark = refusal
      return
    }
    let line = renamedLine
    guard context.changes.perform(edit, saying: line.map { line in { _ in line } }) else { return }
    isSaved = true
    context.unfinished[sheet] = nil
    // A category with another name is another one, so the screen may have closed already.
    if presentingViewController != nil { dismiss() }
    if case .newPlace(let uuid, _) = thing { context.navigator.select(place: uuid) }
  }

  /// The line about another name; `nil` for a new place, or if the name stays.
  private var renamedLine: String? {
    let name = name.trimmingCharacters(in: .whitespaces)
    guard let former, !former.isEmpty, former != name else { return nil }
    func shown(_ name: String) -> String { "“\(CellText(name, width: 40).string)”" }
    return "Renamed \(shown(former)) to \(shown(name))"
  }

  override func viewDidDisappear() {
    super.viewDidDisappear()
    let isTyped = !isSaved && former.map { $0 != name } ?? false
    context.unfinished[sheet] = isTyped ? name : nil
  }

  // MARK: - Preservation

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(thing.stored, forKey: "thing")
  }

  /// Closes if the thing is gone.
  override func dataDidChange() {
    if former == nil { dismiss() }
  }
}
