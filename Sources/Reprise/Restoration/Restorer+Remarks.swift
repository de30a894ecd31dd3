extension Restorer {
  /// Reports what a factory forgot, or should not have made (contract 2.A.6, 3.11, design 5.4).
  func noteMade(_ made: ViewController, _ record: ObjectRecord) {
    if made.restorationIdentifier == nil {
      remark("what was made for \(name(of: record)) has no identifier: it was given its old one")
    }
    if made.restorationClass == nil, record.restorationClass != nil {
      remark(
        "what was made for \(name(of: record)) has no restoration class: it was given its old one")
    }
    if let existing = existingController(for: record), existing !== made {
      remark(
        "\(name(of: record)) was made although it exists: "
          + "return what exists, or no restoration class")
    }
  }

  private func name(of record: ObjectRecord) -> String { path(of: record).joined(separator: "/") }

  private func remark(_ text: String) {
    preserver.remark(text)
  }
}
