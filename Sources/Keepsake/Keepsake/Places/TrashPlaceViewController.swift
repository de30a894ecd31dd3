import Foundation
import Inventory
import Reprise

/// Asks what to do with the contents of a place before the place goes to the trash.
///
/// Nothing can be selected or typed, so it comes back as it was. Only a key pressed while the question was
/// visible answers it.
final class TrashPlaceViewController: ScreenController, ViewControllerRestoration {
  private let uuid: UUID
  private let label = Label()
  private var place: Place

  private init(context: AppContext, place: Place) {
    uuid = place.uuid
    self.place = place
    super.init(context: context)
    restorationIdentifier = "trash place"
    restorationClass = Self.self
  }

  /// Trashes a place, after a question if it is not empty.
  static func trash(_ place: Place, over controller: ViewController, context: AppContext) {
    let hidden =
      context.notices.attempt { try context.store.privacy.openItemCount(in: place.uuid) } ?? 0
    guard place.itemCount > 0 || place.placeCount > 0 || hidden > 0 else {
      context.changes.perform(.trashPlace(place.uuid, contents: .moveUp))
      return
    }
    context.navigator.present(
      TrashPlaceViewController(context: context, place: place), in: .question,
      over: controller)
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let context = coder.environment[AppContext.self],
      let uuid = coder.decodeString(forKey: "place").flatMap(UUID.init(uuidString:)),
      let place = try? context.store.places.fetch(uuid), place.deletedAt == nil
    else { return nil }
    return TrashPlaceViewController(context: context, place: place)
  }

  override func loadView() -> View {
    label.wraps = true
    return Column(padding: EdgeInsets(top: 1, left: 1, right: 1)) { label }
  }

  override func viewDidLoad() { show() }

  private func show() {
    title = "Delete “\(place.name)”?"
    answers = makeAnswers()
    let rows = answers.map { answer in
      let key = window?.keyLabel(of: answer) ?? answer.keys.first?.label ?? ""
      return "\(key.padded(toWidth: 5))\(answer.title)"
    }
    label.text = "It contains \(contents).\n\n" + rows.joined(separator: "\n")
  }

  /// `28 items and 2 places`.
  private var contents: String {
    let places = place.placeCount
    let hidden =
      context.notices.attempt { try context.store.privacy.openItemCount(in: place.uuid) } ?? 0
    let items = place.subtreeItemCount + hidden
    let parts = [
      items > 0 ? Figures.items(items) : nil,
      places > 0 ? "\(Figures.count(places)) place\(places == 1 ? "" : "s")" : nil,
    ]
    let named = parts.compactMap { $0 }
    return named.isEmpty ? "archived items" : named.joined(separator: " and ")
  }

  /// The destination if the contents move up.
  private var above: String {
    let parent = place.parent.flatMap { uuid in
      context.notices.attempt { try context.store.places.fetch(uuid) }
    }
    return parent.flatMap { $0 }.map { "Delete place, move contents to “\($0.name)”" }
      ?? (place.itemCount > 0
        ? "Delete place, keep items without a place" : "Delete place, move contents up")
  }

  // MARK: - Answers

  override var actions: [Action] { answers }

  private var answers: [Action] = []

  private func makeAnswers() -> [Action] {
    [
      Action("trash-place.move-up", above, "m", for: self) { $0.answer(.moveUp) },
      Action(
        "trash-place.trash-contents", "Delete place and contents", "d", role: .destructive,
        for: self
      ) { $0.answer(.trash) },
      .cancel("Cancel") { [weak self] in self?.dismiss() },
    ]
  }

  private func answer(_ contents: Edit.Contents) {
    guard hasBeenSeen else { return }
    if context.changes.perform(.trashPlace(uuid, contents: contents)) { dismiss() }
  }

  // MARK: - Preservation

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(uuid.uuidString, forKey: "place")
  }

  /// Asks about the place as it is now; closes if it is gone.
  override func dataDidChange() {
    guard let now = context.notices.attempt({ try context.store.places.fetch(uuid) }) ?? nil,
      now.deletedAt == nil
    else { return dismiss() }
    place = now
    show()
  }
}

extension String {
  /// The text, padded with spaces to a width.
  fileprivate func padded(toWidth width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - CellText(self).width))
  }
}
