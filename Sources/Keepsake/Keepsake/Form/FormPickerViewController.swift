import Foundation
import Inventory
import Reprise

/// Chooses a place or a category, or none, for the items of a form.
class FormPickerViewController: PickerViewController {
  let context: AppContext
  let model: any ChoosingForm
  private let field: ItemField

  private static let none = Option(id: "none", title: "none")
  private static let unchanged = Option(id: "unchanged", title: "leave unchanged")

  init(_ field: ItemField, context: AppContext, model: any ChoosingForm) {
    self.field = field
    self.context = context
    self.model = model
    super.init()
    title = field.label
    userActivity = model.activity
    searchBar.textField.restorationIdentifier = "filter"
  }

  /// The existing places or categories as options.
  func loadThings() throws -> [Option] { [] }

  /// Makes what ``newOption(from:)`` offered; `nil` after a failure, which it has reported.
  func make(_ title: String) -> UUID? { nil }

  override func loadOptions() -> [Option] {
    (model.canLeaveChoices ? [Self.unchanged] : []) + [Self.none]
      + (context.notices.attempt { try loadThings() } ?? [])
  }

  /// Puts the options that name nothing last while something is typed.
  override func options(matching text: String) -> [Option] {
    let found = super.options(matching: text)
    guard text.contains(where: { !$0.isWhitespace }) else { return found }
    let namesNothing = { (option: Option) in [Self.none, Self.unchanged].contains(option) }
    return found.filter { !namesNothing($0) } + found.filter(namesNothing)
  }

  override var currentID: String? {
    guard let choice = model.choice(of: field) else { return Self.unchanged.id }
    return choice?.uuidString ?? Self.none.id
  }

  override func choose(_ option: Option) -> Bool {
    if option == Self.unchanged {
      model.choose(nil, for: field)
    } else if option == Self.none {
      model.choose(.some(nil), for: field)
    } else if let uuid = UUID(uuidString: option.id) ?? make(searchBar.text) {
      model.choose(uuid, for: field)
    } else {
      return false
    }
    return true
  }

  /// Explains that the key for saving works only in the form: here, the selection may not be intended.
  override func pressBegan(_ press: KeyPress) -> Bool {
    guard press == KeyPress(.character("s"), .control) else { return super.pressBegan(press) }
    context.notices.show("Enter chooses; ^S saves in the form")
    return true
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    model.encodeReference(with: coder)
  }
}

/// Chooses the place of the item in a form.
final class PlacePickerViewController: FormPickerViewController, ViewControllerRestoration {
  private var places = PlaceOptions()

  init(context: AppContext, model: any ChoosingForm) {
    super.init(.place, context: context, model: model)
    restorationIdentifier = "place picker"
    restorationClass = Self.self
    searchBar.placeholder = "type to narrow, or a new place, e.g. Home / Attic"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    ChoosingForms.form(from: coder).map {
      PlacePickerViewController(context: $0.context, model: $0.model)
    }
  }

  override func loadThings() throws -> [Option] {
    places = PlaceOptions(try context.store.places.fetchAll())
    return places.options
  }

  override func options(matching text: String) -> [Option] {
    super.options(matching: PlaceOptions.words(in: text))
  }

  /// Offers a new path, such as `Home / Attic / Box 12`.
  override func newOption(from text: String) -> Option? {
    guard let path = Place.path(typed: text), existingOption(for: text) == nil else { return nil }
    let kind = model.isPrivate ? "New private place" : "New place"
    return Option(id: "new", title: "+ \(kind) “\(path)”")
  }

  override func existingOption(for text: String) -> Option? {
    places.option(for: text)
  }

  override func make(_ text: String) -> UUID? {
    guard let path = Place.path(typed: text) else { return nil }
    let uuid = UUID()
    let edit = Edit.createPlaces(path: path, uuid: uuid, isPrivate: model.isPrivate)
    return context.changes.perform(edit) ? uuid : nil
  }
}

/// Chooses the category of the item in a form.
final class CategoryPickerViewController: FormPickerViewController, ViewControllerRestoration {
  init(context: AppContext, model: any ChoosingForm) {
    super.init(.category, context: context, model: model)
    restorationIdentifier = "category picker"
    restorationClass = Self.self
    searchBar.placeholder = "type to narrow, or a new category"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    ChoosingForms.form(from: coder).map {
      CategoryPickerViewController(context: $0.context, model: $0.model)
    }
  }

  override func loadThings() throws -> [Option] {
    try context.store.items.categories().map { Option(id: $0.uuid.uuidString, title: $0.name) }
  }

  /// Offers a new category if the name is free.
  override func newOption(from text: String) -> Option? {
    let name = Self.name(typed: text)
    guard !name.isEmpty, existingOption(for: text) == nil else { return nil }
    return Option(id: "new", title: "+ New category “\(name)”")
  }

  override func make(_ text: String) -> UUID? {
    context.changes.makeCategory(named: Self.name(typed: text))
  }

  private static func name(typed text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension FormPickerViewController {
  /// Makes the picker of a form's place or category.
  ///
  /// - Parameter text: The text to narrow the picker to.
  static func choosing(
    _ field: ItemField, from text: String, of form: any ChoosingForm, in context: AppContext
  ) -> FormPickerViewController {
    let picker =
      field == .place
      ? PlacePickerViewController(context: context, model: form)
      : CategoryPickerViewController(context: context, model: form)
    picker.narrow(to: text)
    return picker
  }
}
