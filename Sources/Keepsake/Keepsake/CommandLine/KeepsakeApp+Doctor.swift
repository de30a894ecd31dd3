import Inventory
import Reprise
import RepriseCommands

/// `keepsake doctor`: the data, the keys, the preferences, and the programs that Keepsake can do without.
extension KeepsakeApp {
  nonisolated static func examine(
    _ directories: AppDirectories, _ report: (DoctorFinding) throws -> Void
  ) throws {
    func tell(_ finding: Finding) throws { try report(DoctorFinding(finding)) }
    let guide = try Workspace.guide()
    if !guide.limits.isNone {
      // What lies open in the drafts by former limits does not count either; a damaged inventory is for the doctor to say.
      _ = try? Workspace.openInventory(guide: guide)
    }
    try Doctor(directory: directories.data, guide: guide).examine(tell)
    try tell(findingOfKeys())
    try findingsOfPreferences().forEach(tell)
    try OptionalPart.known.map(\.finding).forEach(tell)
  }

  /// Reports on the keys; other findings report a damaged inventory.
  private nonisolated static func findingOfKeys() throws -> Finding {
    let paths = try Workspace.paths()
    let count = try? InventoryStore(directory: paths.data, access: .read).privacy.itemCount()
    return Vault(paths).finding(privateItems: count ?? 0)
  }

  /// Reports the lines of the preferences that don't count.
  private nonisolated static func findingsOfPreferences() throws -> [Finding] {
    let restrictions = try Workspace.paths().restrictions.read()
    let problems = try Workspace.personal().problems + restrictions.problems
    guard problems.isEmpty else {
      return problems.map {
        Finding(check: .configuration, status: .problem, text: "\($0)", exitCode: 78)
      }
    }
    if let advice = try adviceOnCurrency() {
      return [Finding(check: .configuration, status: .note, text: advice, exitCode: 0)]
    }
    return [Finding(check: .configuration, status: .ok, text: "nothing wrong", exitCode: 0)]
  }

  /// Where the preferred currency is not that of the inventory; a damaged one is for the other findings.
  private nonisolated static func adviceOnCurrency() throws -> String? {
    let personal = try Workspace.personal()
    guard personal.currency != nil,
      let store = try? InventoryStore(directory: Workspace.paths().data, access: .read)
    else { return nil }
    return personal.advice(onCurrency: store.database.currency)
  }
}

nonisolated extension DoctorFinding {
  fileprivate init(_ finding: Finding) {
    let status: Status =
      switch finding.status {
      case .ok: .ok
      case .note: .note
      case .problem: .problem
      }
    self.init(
      check: finding.check.rawValue, status: status, text: finding.text,
      exitCode: finding.exitCode)
  }
}
