import Foundation
import Inventory
import Reprise

/// Edits the notes of a place.
///
/// The typed text is part of the saved state, and is still there if the sheet is closed without saving.
final class PlaceNotesViewController: ScreenController, ViewControllerRestoration {
  private let place: UUID
  @Restorable("notes") private var notes = ""
  private lazy var text = TextView($notes).named("notes")
  private var isSaved = false

  init(_ place: UUID, context: AppContext) {
    self.place = place
    super.init(context: context)
    restorationIdentifier = "place-notes"
    restorationClass = Self.self
    preferredContentSize = Size(width: 70, height: 12)
    notes = context.unfinished[sheet] ?? stored?.notes ?? ""
    title = "Notes of “\(stored?.name ?? "")”"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let context = coder.environment[AppContext.self],
      let uuid = coder.decodeString(forKey: "place").flatMap(UUID.init(uuidString:)),
      let place = (try? context.store.places.fetch(uuid)) ?? nil, Self.canEdit(place)
    else { return nil }
    return PlaceNotesViewController(uuid, context: context)
  }

  /// Whether a place has notes to edit: those of a private place hold its sealed name.
  static func canEdit(_ place: Place) -> Bool { !place.isMasked && place.deletedAt == nil }

  private var stored: Place? {
    context.notices.attempt { try context.store.places.fetch(place) } ?? nil
  }

  /// Names the sheet in ``UnfinishedTexts``.
  private var sheet: String { "place-notes \(place.uuidString)" }

  override func loadView() -> View {
    Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
      text.length(.fill(1))
    }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    text.delegate = self
  }

  override var preferredFocusedView: View? { text }

  override var doing: String { title }

  override var actions: [Action] { [saveAction] }
  private lazy var saveAction = Action("place.save-notes", "Save", "^S", for: self) { $0.save() }

  private func save() {
    guard context.changes.perform(.place(.note(place, notes))) else { return }
    isSaved = true
    dismiss()
  }

  override func alert(for question: AlertQuestion) -> AlertController? {
    guard question.name == "place.edit-externally" else { return super.alert(for: question) }
    return EditorAlert.make { [weak self] in self?.text }
  }

  override func viewDidDisappear() {
    super.viewDidDisappear()
    let isTyped = !isSaved && notes != stored?.notes ?? ""
    context.unfinished[sheet] = isTyped ? notes : nil
  }

  // MARK: - Preservation

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(place.uuidString, forKey: "place")
  }

  /// Closes if the place is gone.
  override func dataDidChange() {
    if stored.map(Self.canEdit) != true { dismiss() }
  }
}

extension PlaceNotesViewController: TextViewDelegate {
  func textViewDidChange(_ textView: TextView) {}

  /// Asks first for a private place.
  func textViewShouldEditExternally(_ textView: TextView) -> Bool {
    guard stored?.isPrivate == true else { return true }
    ask(AlertQuestion("place.edit-externally"))
    return false
  }
}
