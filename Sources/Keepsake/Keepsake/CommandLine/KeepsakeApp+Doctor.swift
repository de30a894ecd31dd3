import Inventory
import Reprise
import RepriseCommands
import RepriseMedia
import RepriseSystem
import Sync

/// `keepsake doctor`: the data, the keys, the preferences, and the programs that Keepsake can do without.
extension KeepsakeApp {
  nonisolated static func examine(
    _ directories: AppDirectories, _ report: (DoctorFinding) throws -> Void
  ) throws {
    func tell(_ finding: Finding) throws { try report(DoctorFinding(finding)) }
    let limits = try Workspace.limits()
    if !limits.isNone {
      // Opening applies the present limits to the drafts, too; the doctor reports a damaged
      // inventory.
      _ = try? Workspace.openInventory(limits: limits)
    }
    do {
      try Doctor(directory: directories.data, limits: limits).examine(tell)
    } catch {
      // Mistakes in the configuration don't depend on the inventory, which may not exist yet.
      try findingsOfPreferences().filter { $0.status == .problem }.forEach(tell)
      throw error
    }
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

  /// The advice if the preferred currency isn't the inventory's; other findings report a damaged inventory.
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

/// The optional programs and libraries, which Keepsake looks for while it runs.
nonisolated enum OptionalPart: CaseIterable {
  /// The companion that decodes pictures.
  case pictures
  /// The companion that decodes PDF, WebP and HEIC.
  case documents
  /// The companion that connects to a household's server.
  case line
  /// The library that this companion needs.
  case lineLibrary
  /// The program that opens attachments on the desktop.
  case opener
  /// The program that plays the agent's sound, if one is configured.
  case player

  /// Its name.
  private var name: String {
    switch self {
    case .pictures: PictureDecoder.companionName
    case .documents: PictureDecoder.documentCompanionName
    case .line: PostgresProgram.name
    case .lineLibrary: PostgresProgram.library
    case .opener: "xdg-open"
    case .player: AudioSession.players.map { $0[0] }.joined(separator: ", ")
    }
  }

  /// Whether it is installed.
  var isThere: Bool {
    switch self {
    case .pictures:
      OptionalProgram(companion: name, variable: PictureDecoder.companionVariable).isThere()
    case .documents:
      OptionalProgram(companion: name, variable: PictureDecoder.documentCompanionVariable)
        .isThere()
    case .line: OptionalProgram(companion: name, variable: PostgresProgram.variable).isThere()
    case .lineLibrary: (try? PostgresProgram.locate()).map(PostgresProgram.hasLibrary) == true
    case .opener: OptionalProgram(name).isThere()
    case .player: AudioSession.canPlay()
    }
  }

  /// The features that need it.
  private var loss: String {
    switch self {
    case .pictures: "pictures are not shown"
    case .documents: "PDF, WebP and HEIC files are not shown"
    case .line: "you can't join a household"
    case .lineLibrary: "the household's server can't be reached; install libpq5"
    case .opener: "attachments can't be opened on the desktop; install xdg-utils"
    case .player: "the agent can't play notify-sound; install one of them"
    }
  }

  /// The parts to check: the library only if its companion is installed, and the player only if a sound is configured.
  static var known: [OptionalPart] {
    allCases.filter { part in
      switch part {
      case .lineLibrary: OptionalPart.line.isThere
      case .player: (try? Workspace.personal())?.notifySound != nil
      default: true
      }
    }
  }

  private var presence: String {
    self == .player ? "a program that plays sounds is installed" : "\(name) is installed"
  }

  /// The line of `keepsake doctor`; a missing part is a note, since the data is fine.
  var finding: Finding {
    isThere
      ? Finding(check: .parts, status: .ok, text: presence, exitCode: 0)
      : Finding(check: .parts, status: .note, text: "without \(name), \(loss)", exitCode: 0)
  }
}
