extension Restorer {
  /// Reports what a factory forgot, or should not have made (contract 2.A.6, 3.11, design 5.4).
  func noteMade(_ made: ViewController, _ record: ObjectRecord) {
    let path = path(of: record).joined(separator: "/")
    if made.restorationIdentifier == nil {
      remark("what was made for \(path) has no identifier: it was given its old one")
    }
    if made.restorationClass == nil, record.restorationClass != nil {
      remark("what was made for \(path) has no restoration class: it was given its old one")
    }
    if let existing = existingController(for: record), existing !== made {
      remark(
        "\(path) was made although it exists: return what exists, or no restoration class")
    }
  }

  private func remark(_ text: String) {
    preserver.remark(text)
  }
}
