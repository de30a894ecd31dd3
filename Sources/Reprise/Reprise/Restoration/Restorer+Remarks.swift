extension Restorer {
  /// Reports what a factory forgot, or should not have made (contract 2.A.6, 3.11).
  func noteMade(_ made: ViewController, _ saved: SavedObject) {
    if made.restorationIdentifier == nil {
      remark("what was made for \(name(of: saved)) has no identifier: it was given its old one")
    }
    if made.restorationClass == nil, saved.record.restorationClass != nil {
      remark(
        "what was made for \(name(of: saved)) has no restoration class: it was given its old one")
    }
    if let existing = existingController(for: saved), existing !== made {
      remark(
        "\(name(of: saved)) was made although it exists: "
          + "return what exists, or no restoration class")
    }
  }

  private func name(of saved: SavedObject) -> String { saved.path.joined(separator: "/") }

  private func remark(_ text: String) {
    preserver.remark(text)
  }
}
