/// Custom fields with the name of a field: a person made them before there was the field.
extension Item {
  /// Moves custom fields into the fields that bear their names by now.
  ///
  /// What cannot be read as a value of the field stays, under a name of its own: nothing is lost.
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

  /// Empties the fields that custom fields became which are to be there no more.
  mutating func emptyFields(named names: some Sequence<String>, at time: Timestamp) {
    for name in names { Self.field(named: name)?.put(.null, in: &self, at: time) }
  }

  /// The field of ours that bears a name, case ignored.
  static func field(named name: String) -> FieldDefinition? {
    let key = asciiLowercased(name)
    guard FieldCatalogue.reservedNames.contains(key) else { return nil }
    return FieldCatalogue.field(header: FileColumn.ourPrefix + name)
  }

  /// The name under which a custom field stays whose value the field of its name cannot take.
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
  /// What a custom field's text is as a value of this field, read as an import reads it; nil where it
  /// cannot be.
  func adopted(_ text: String, currency: Currency) -> ColumnValue? {
    guard kind != .choice else { return nil }
    return try? kind.parse(text, FieldReading(currency: currency, dateOrder: .monthFirst))
  }
}
