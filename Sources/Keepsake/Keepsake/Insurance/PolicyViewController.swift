import Foundation
import Inventory
import Reprise
import Sync

/// Edits owner and policy, which the document for the insurer names.
///
/// Stores an entry when the focus leaves it. An entry that cannot be parsed keeps its text, with the reason
/// below it. A second Esc leaves without it; the stored entry stays.
final class PolicyViewController: ScreenController {
  /// The text that is not stored yet, by setting.
  @Restorable("typed") private var typed: [String: String] = [:]
  /// The settings whose text was refused when the focus left them.
  @Restorable("refused") private var refused: [String] = []
  /// The entries that Esc has warned of: a second Esc drops them as they are.
  @Restorable("warned") private var warned: [String: String] = [:]
  private var rows: [InventorySetting: Field] = [:]
  private var stored: InventorySettings

  override init(context: AppContext) {
    stored = Self.settings(in: context)
    super.init(context: context)
    title = "Owner and policy"
  }

  private static func settings(in context: AppContext) -> InventorySettings {
    context.notices.attempt { try context.store.settings.fetch() }
      ?? InventorySettings(currency: context.store.database.currency)
  }

  override var doing: String { "editing owner and policy" }

  override func loadView() -> View {
    ScrollView {
      Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
        InventorySetting.inForm.map(makeRow)
      }
    }.named("policy-form")
  }

  /// Moves the focus to the field of a setting.
  func focus(_ setting: InventorySetting) {
    loadViewIfNeeded()
    rows[setting]?.content.becomeFirstResponder()
  }

  private func makeRow(for setting: InventorySetting) -> Field {
    let text = Binding<String>(
      get: { [unowned self] in
        typed[setting.rawValue] ?? stored.text(setting, context.preferences.customs)
      },
      set: { [unowned self] in
        typed[setting.rawValue] = $0
        refused.removeAll { $0 == setting.rawValue }
      })
    let field = TextField(text).named(setting.rawValue)
    field.placeholder = setting.placeholder
    field.delegate = self
    let row = Field(setting.label, field)
    rows[setting] = row
    return row
  }

  /// Shows how an amount or a day is understood while it is typed, and what is wrong with it afterwards.
  override func updateProperties() {
    for (setting, row) in rows {
      let isRefused = refused.contains(setting.rawValue)
      switch reading(setting) {
      case .success(let settings):
        let understood = settings.text(setting, context.preferences.customs)
        let text = typed[setting.rawValue]?.trimmingCharacters(in: .whitespaces)
        let other = text == nil ? context.conflicts.line(of: .setting(setting)) ?? "" : ""
        (row.remark, row.hint) = ("", text == nil || text == understood ? other : understood)
      case .failure(let reason):
        (row.remark, row.hint) = (isRefused ? reason.words : "", "")
      }
    }
  }

  override func dataDidChange() {
    stored = Self.settings(in: context)
    setNeedsUpdateProperties()
  }

  override var actions: [Action] { policyActions }
  private lazy var policyActions = [
    Action("policy.save", "Save", "^S", for: self) { $0.save() },
    Action(
      "policy.decide", "Resolve conflict", "^T", for: self, enabled: { $0.conflict != nil }
    ) {
      if let value = $0.conflict { $0.context.conflicts.askToResolve(value, over: $0) }
    },
  ]

  /// The value that another home wrote at the same time for the setting with the focus.
  private var conflict: RowConflict? {
    let setting = rows.first { $0.value.content.isFirstResponder }?.key
    guard let setting, typed[setting.rawValue] == nil else { return nil }
    return context.conflicts.rows(of: .setting(setting)).first
  }

  /// Closes the screen once everything is stored.
  private func save() {
    guard let first = storeAll().first else {
      presentingViewController?.dismiss()
      return
    }
    rows[first]?.content.becomeFirstResponder()
    if case .failure(let reason) = reading(first) {
      context.notices.warn("\(first.label): \(reason.words)")
    }
  }

  /// Whether everything is stored, or Esc was pressed again over what cannot be read.
  override func shouldDismiss() -> Bool {
    let unstored = storeAll()
    guard let first = unstored.first else { return true }
    let unread = unstored.filter { (try? reading($0).get()) == nil }
    let texts = typed.filter { entry in unread.contains { $0.rawValue == entry.key } }
    // A valid setting that was not stored is the disk's fault, so keep it.
    if unread.count == unstored.count, texts == warned {
      texts.keys.forEach { typed[$0] = nil }
      return true
    }
    warned = texts
    rows[first]?.content.becomeFirstResponder()
    if let entry = unread.first {
      context.notices.warn("\(entry.label) can't be read — Esc again discards it")
    }
    return false
  }

  // MARK: - Storing

  /// The settings with one of them parsed from its text.
  private func reading(
    _ setting: InventorySetting
  ) -> Result<InventorySettings, FieldError.Reason> {
    guard let text = typed[setting.rawValue] else { return .success(stored) }
    var settings = stored
    var reading = context.preferences.reading
    reading.currency = stored.currency
    do throws(FieldError.Reason) {
      try settings.set(setting, to: text, reading)
      return .success(settings)
    } catch {
      return .failure(error)
    }
  }

  /// Stores everything that was typed.
  ///
  /// - Returns: The settings that could not be stored.
  private func storeAll() -> [InventorySetting] { InventorySetting.inForm.filter { !store($0) } }

  /// Stores one setting.
  ///
  /// - Returns: Whether the text could be parsed and stored.
  private func store(_ setting: InventorySetting) -> Bool {
    guard typed[setting.rawValue] != nil else { return true }
    if case .success(let wanted) = reading(setting), context.changes.change(wanted) {
      stored = wanted
      typed[setting.rawValue] = nil
      return true
    }
    if !refused.contains(setting.rawValue) { refused.append(setting.rawValue) }
    return false
  }
}

extension PolicyViewController: TextFieldDelegate {
  func textFieldDidChange(_ textField: TextField) {}

  func textFieldDidEndEditing(_ textField: TextField) {
    guard let setting = rows.first(where: { $0.value.content === textField })?.key else { return }
    _ = store(setting)
  }
}

extension InventorySetting {
  /// The settings in the order of the form.
  static let inForm: [InventorySetting] = [
    .owner, .address, .insurer, .policy, .renewal, .contentsLimit, .deductible, .currency,
  ]

  /// The label on screens.
  var label: String {
    switch self {
    case .owner: "Name"
    case .address: "Address"
    case .insurer: "Insurer"
    case .policy: "Policy"
    case .renewal: "Renewal"
    case .contentsLimit: "Contents limit"
    case .deductible: "Deductible"
    case .currency: "Currency"
    case .pictureGraphics: "Pictures as graphics"
    }
  }

  /// The placeholder of an empty field.
  var placeholder: String {
    switch self {
    case .owner: "who owns the items"
    case .address: "where the items are"
    case .insurer: "the insurance company"
    case .policy: "the policy number"
    case .renewal: "2027-01-31, or +1y"
    case .contentsLimit: "the insured sum for all contents"
    case .deductible: "your share of each claim"
    case .currency: "EUR"
    case .pictureGraphics: ""
    }
  }
}
