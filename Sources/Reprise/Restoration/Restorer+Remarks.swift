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

  /// Restoration identifiers from the root down, without index components (contract 2.A.5).
  func path(of record: ObjectRecord) -> [String] {
    var path: [String] = []
    var current: ObjectRecord? = record
    while let step = current, path.count < 64 {
      if step.kind != .application && step.kind != .window {
        path.append(step.identifier)
      }
      current = step.parent.flatMap { records[$0] }
    }
    return path.reversed()
  }

  private func name(of record: ObjectRecord) -> String { path(of: record).joined(separator: "/") }

  private func remark(_ text: String) {
    preserver.remark(text)
  }
}
