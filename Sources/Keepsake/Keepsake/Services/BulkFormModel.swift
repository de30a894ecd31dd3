import Foundation
import Inventory
import Reprise

/// The entries of the form for several items: one form for all screens, kept until it is saved or discarded.
///
/// Closing the form keeps it, and so does a kill.
final class BulkFormModel {
  private static let key = "bulkForm"

  private nonisolated struct Saved: Codable {
    var entries: DraftFields
    var problems: [String: String]
    var isPrivate: Bool
  }

  let activity = UserActivity(activityType: "keepsake.edit")

  /// The problems that leaving a field or the last attempt to save found, by field.
  private(set) var problems: [ItemField: String] = [:]

  /// Called when fields changed other than by typing.
  var didChange: () -> Void = {}

  /// Whether all items of the form are private.
  var isPrivate = false {
    didSet { if isPrivate != oldValue { setNeedsPreservation() } }
  }

  private let host: ApplicationReference
  private let preferences: PreferencesController
  private let currency: Currency
  private var form: BulkForm

  init(
    _ host: ApplicationReference, _ store: InventoryStore, _ preferences: PreferencesController
  ) {
    self.host = host
    self.preferences = preferences
    currency = store.database.currency
    form = BulkForm(currency: currency)
    activity.title = "changing several items"
  }

  private func setNeedsPreservation() { host.application?.setNeedsPreservation() }

  // MARK: - Fields

  /// The text of a field; empty if its values stay.
  subscript(field: ItemField) -> String {
    get { form[field] }
    set {
      guard newValue != form[field] else { return }
      form[field] = newValue
      problems[field] = nil
      setNeedsPreservation()
    }
  }

  /// The choice of a field: `nil` if its values stay, `.some(nil)` for none.
  subscript(choice field: ItemField) -> UUID?? {
    get { form[choice: field] }
    set {
      form[choice: field] = newValue
      problems[field] = nil
      setNeedsPreservation()
      didChange()
    }
  }

  /// The fields with an entry.
  var touchedFields: [ItemField] { BulkForm.fields.filter(form.changes) }

  /// Whether anything was typed or chosen.
  var isTouched: Bool { !form.entries.isEmpty }

  /// Whether a field will be emptied.
  func clears(_ field: ItemField) -> Bool { form.clears(field) }

  /// Replaces a date in words by its day.
  func settleDate(_ field: ItemField) {
    form.reading = preferences.reading
    let typed = form[field]
    form.settleDate(field)
    if form[field] != typed { setNeedsPreservation() }
  }

  /// Updates what is wrong with a field before the form is saved.
  ///
  /// - Parameter isLeft: Whether the person has left the field.
  func check(_ field: ItemField, isLeft: Bool) {
    form.reading = preferences.reading
    guard let problem = form.problem(in: field, isLeft: isLeft), problems[field] != problem.words
    else { return }
    problems[field] = problem.words
    setNeedsPreservation()
  }

  /// How a text is understood, or that it empties the field.
  func hint(on field: ItemField) -> String {
    if !field.isChoice, clears(field) { return "will be empty" }
    form.reading = preferences.reading
    let understood = form.understood(field).map { "= " + $0 }
    return [understood, form.isToCome(field) ? FieldWords.toCome : nil].compactMap(\.self)
      .joined(separator: ", ")
  }

  // MARK: - Ending

  /// The changes to make; `nil` if fields are wrong, which ``problems`` then tells.
  func validated() -> FieldChanges? {
    form.reading = preferences.reading
    switch form.validated() {
    case .valid(let changes): return changes
    case .invalid(let errors):
      problems = Dictionary(errors.map { ($0.field, $0.words) }) { first, _ in first }
      setNeedsPreservation()
      didChange()
      return nil
    }
  }

  /// Empties the form: it is saved, or discarded.
  func clear() {
    form = BulkForm(currency: currency)
    problems = [:]
    setNeedsPreservation()
    didChange()
  }

  // MARK: - Preservation

  func encode(with coder: Coder) {
    guard isTouched || isPrivate else { return }
    let problems = problems.map { ($0.key.rawValue, $0.value) }
    try? coder.encode(
      codable: Saved(
        entries: form.entries, problems: Dictionary(uniqueKeysWithValues: problems),
        isPrivate: isPrivate), forKey: Self.key)
  }

  func decode(from coder: Coder) {
    guard let saved = coder.decode(Saved.self, forKey: Self.key) else { return }
    form.entries = saved.entries
    problems = Dictionary(
      uniqueKeysWithValues: saved.problems.compactMap { key, text in
        ItemField(rawValue: key).map { ($0, text) }
      })
    isPrivate = saved.isPrivate
    didChange()
  }
}
