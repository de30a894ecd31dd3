import ArgumentParser
import Foundation
import Inventory

/// The `field=value` arguments of a command: `price=129.90 place="Home / Shed"`.
nonisolated struct FieldAssignments {
  /// One `field=value`.
  struct Assignment {
    /// The text before the `=`.
    var name: String
    var text: String
    /// The field; `nil` for a custom field.
    var field: ItemField?
  }

  let all: [Assignment]

  /// Parses arguments.
  ///
  /// - Throws: A usage error for an argument without `=`, for an unknown field, and for a custom field with the name of
  ///   a built-in one.
  init(_ arguments: [String]) throws {
    all = try arguments.map { argument in
      guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
        throw ValidationError("“\(argument)”: write fields as name=value, for example price=129.90")
      }
      let name = String(argument[..<equals])
      let text = String(argument[argument.index(after: equals)...])
      if name.hasPrefix(Self.customPrefix) {
        let custom = name.dropFirst(Self.customPrefix.count).trimmingCharacters(in: .whitespaces)
        try Self.check(custom, text: text)
        return Assignment(name: custom, text: text, field: nil)
      }
      guard let field = Self.field(named: name) else {
        throw ValidationError(
          "there is no field “\(name)”; the fields are \(Self.names.joined(separator: ", ")), and "
            + "\(Self.customPrefix)NAME for your own fields")
      }
      return Assignment(name: name, text: text, field: field)
    }
  }

  private static let customPrefix = "field."

  /// Refuses a name that no custom field can have.
  private static func check(_ custom: String, text: String) throws {
    guard !custom.isEmpty else {
      throw ValidationError(
        "“\(customPrefix)=\(text)” has no field name; write \(customPrefix)NAME=\(text)")
    }
    let own = FieldCatalogue.all.first { $0.reservedName == custom.lowercased() }
    guard let own else { return }
    throw ValidationError(
      "“\(custom)” is a built-in field; write \(name(of: own.field))=\(text)")
  }

  /// The names of the fields as a person types them: `serial-number`.
  static let names = ItemField.inForm.map(name)

  static func name(of field: ItemField) -> String {
    field.rawValue.reduce(into: "") { name, letter in
      if letter.isUppercase { name += "-" }
      name += letter.lowercased()
    }
  }

  private static let short: [String: ItemField] = [
    "price": .purchasePrice, "date": .purchaseDate, "bought": .purchaseDate,
    "from": .purchaseFrom, "value": .replacementValue, "replacement": .replacementValue,
    "serial": .serialNumber, "model": .modelNumber, "maker": .manufacturer,
    "asset": .assetNumber, "warranty": .warrantyUntil,
  ]

  static func field(named name: String) -> ItemField? {
    let key = name.lowercased().filter { $0 != "-" && $0 != "_" }
    return short[key] ?? ItemField.inForm.first { $0.rawValue.lowercased() == key }
  }

  /// Fails where ``applied(to:in:)`` and an edit with its result would, before either changes anything.
  ///
  /// - Parameter edit: The edit that stores the item.
  func check(_ item: Item, in store: InventoryStore, as edit: (Item) -> Edit) throws {
    let (item, _) = try validated(item, in: store)
    try store.changes.rehearse(edit(item), session: Workspace.mainSession)
    guard let text = placeText, let path = Place.path(typed: text),
      try store.places.fetch(path: path) == nil
    else { return }
    try store.changes.rehearse(
      .createPlaces(path: path, uuid: UUID(), isPrivate: item.isPrivate),
      session: Workspace.mainSession)
  }

  /// Returns an item with all assignments applied and validated as in the form, and the form's remarks.
  ///
  /// Creates places and categories that don't exist; places of a private item get encrypted names. The remarks
  /// include the exact day of a date in words or without a day.
  ///
  /// - Throws: `badData` for the first value that cannot be parsed.
  func applied(
    to item: Item, in store: InventoryStore
  ) throws -> (item: Item, remarks: [String]) {
    var (item, form) = try validated(item, in: store)
    var remarks = all.compactMap { remark(on: $0, form) }
    if let name = all.last(where: { $0.field == .category })?.text {
      item.category = try category(name, store, &remarks)
    }
    if let path = placeText {
      item.place = try place(path, isPrivate: item.isPrivate, store)
    }
    let toCome = all.filter { $0.field.map(form.isToCome) ?? false }
    remarks += toCome.map { "\($0.name): “\($0.text)” is \(FieldWords.toCome)" }
    return (item, remarks)
  }

  private var placeText: String? { all.last { $0.field == .place }?.text }

  /// An item with all assignments but its place and category, and the form that validated it.
  private func validated(
    _ item: Item, in store: InventoryStore
  ) throws -> (item: Item, form: ItemForm) {
    var form = ItemForm(item: item, currency: store.database.currency)
    form.reading = FieldReading(
      currency: store.database.currency, customs: Workspace.customs,
      clock: DateClock(today: .today()))
    form.reading.ratings = store.database.limits.ratings
    var custom = item.fields
    for assignment in all {
      guard let field = assignment.field else {
        custom.removeAll { $0.name.lowercased() == assignment.name.lowercased() }
        custom.append(CustomField(name: assignment.name, value: assignment.text))
        continue
      }
      if field != .place, field != .category { form.fields[field] = assignment.text }
    }
    switch form.validated() {
    case .valid(var item):
      item.fields = custom
      return (item, form)
    case .invalid(let errors):
      throw InventoryError(.badData, words(for: errors))
    }
  }

  private func words(for errors: [FieldError]) -> String {
    let lines = errors.map { error in
      let typed = all.last { $0.field == error.field }
      return "\(typed?.name ?? Self.name(of: error.field)): \(error.words)"
    }
    return lines.joined(separator: "; ")
  }

  private func place(
    _ text: String, isPrivate: Bool, _ store: InventoryStore
  ) throws -> UUID? {
    guard let path = Place.path(typed: text) else { return nil }
    if let place = try store.places.fetch(path: path) { return place.uuid }
    let uuid = UUID()
    try store.changes.perform(
      .createPlaces(path: path, uuid: uuid, isPrivate: isPrivate), session: Workspace.mainSession)
    return uuid
  }

  /// The exact day of a date in words or without a day, as the form shows it.
  private func remark(on assignment: Assignment, _ form: ItemForm) -> String? {
    // A term such as +2y is exact.
    guard let field = assignment.field, field.isDate, !assignment.text.hasPrefix("+"),
      (try? CalendarDate(parsing: assignment.text)) == nil, let day = form.understood(field)
    else { return nil }
    return "\(assignment.name): “\(assignment.text)” is stored as \(day)"
  }

  /// Finds a category by name or creates it.
  private func category(
    _ text: String, _ store: InventoryStore, _ remarks: inout [String]
  ) throws -> UUID? {
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty else { return nil }
    let known = try store.items.categories().first { $0.name.lowercased() == name.lowercased() }
    if let known { return known.uuid }
    remarks.append("category: created “\(name)”")
    return try store.items.addCategory(named: name, session: Workspace.mainSession)
  }
}

nonisolated extension InventoryStore {
  /// The only item that a text names.
  ///
  /// - Throws: If no item or several items match.
  func item(onlyNamed text: String) throws -> Item {
    switch try items(named: text) {
    case .one(let uuid):
      if let item = try items.fetch(uuid) { return item }
    case .several: throw try AmbiguousItem(text, in: self)
    case .none: break
    }
    throw UsageFailure(
      status: .noInput,
      message: "there is no item “\(text)”; `keepsake list` prints your items")
  }
}
