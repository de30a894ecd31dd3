/// Turns custom fields into fields of the same name that came later.
extension Item {
  /// Moves the values of custom fields into the fields of their names.
  ///
  /// A value that the field cannot take stays in a custom field under another name, so nothing is lost.
  mutating func adoptFields(currency: Currency, at time: Timestamp) {
    guard fields.contains(where: { Self.field(named: $0.name) != nil }) else { return }
    for custom in fields {
      guard let definition = Self.field(named: custom.name) else { continue }
      fields.removeAll { $0 == custom }
      if let value = definition.adopted(custom.value, currency: currency) {
        definition.put(value, in: &self, at: time)
      } else {
        let name = Self.freeName(for: custom.name) { name in
          fields.contains { Self.asciiLowercased($0.name) == Self.asciiLowercased(name) }
        }
        fields.append(CustomField(name: name, value: custom.value))
      }
    }
  }

  /// Clears the fields of custom fields that were removed.
  mutating func emptyFields(named names: some Sequence<String>, at time: Timestamp) {
    for name in names { Self.field(named: name)?.put(.null, in: &self, at: time) }
  }

  /// The field of a name that Homebox lacks, ignoring case.
  static func field(named name: String) -> FieldDefinition? {
    let key = asciiLowercased(name)
    guard FieldCatalogue.reservedNames.contains(key) else { return nil }
    return FieldCatalogue.field(header: FileColumn.ourPrefix + name)
  }

  /// A free name for a custom field whose value the field cannot take.
  static func freeName(for name: String, isTaken: (String) throws -> Bool) rethrows -> String {
    var free = "\(name) (as typed)"
    var number = 2
    while try isTaken(free) {
      free = "\(name) (as typed \(number))"
      number += 1
    }
    return free
  }
}

extension FieldDefinition {
  /// Parses the text of a custom field for this field; `nil` if it cannot be parsed.
  ///
  /// It is as a person wrote it, so that nobody knows which of `5/6/2026` is the day.
  func adopted(_ text: String, currency: Currency) -> ColumnValue? {
    guard kind != .choice else { return nil }
    return try? kind.parse(text, FieldReading(currency: currency, dateOrder: .unknown))
  }
}
