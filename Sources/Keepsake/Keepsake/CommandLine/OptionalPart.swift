import Inventory
import Reprise
import RepriseMedia
import RepriseSystem
import Sync

/// What Keepsake can do without: programs and libraries that are looked for while it runs.
nonisolated enum OptionalPart: CaseIterable {
  /// The companion that decodes pictures.
  case pictures
  /// The companion that holds the line to a household's server.
  case line
  /// The library with which that companion speaks to the server.
  case lineLibrary
  /// The program that opens attachments on the desktop.
  case opener
  /// What plays the sound with which the agent tells something, where the person wants one.
  case player

  /// What it is called.
  private var name: String {
    switch self {
    case .pictures: PictureDecoder.companionName
    case .line: PostgresProgram.name
    case .lineLibrary: PostgresProgram.library
    case .opener: "xdg-open"
    case .player: AudioSession.players.map { $0[0] }.joined(separator: ", ")
    }
  }

  /// Whether it is there.
  var isThere: Bool {
    switch self {
    case .pictures:
      OptionalProgram(companion: name, variable: PictureDecoder.companionVariable).isThere()
    case .line: OptionalProgram(companion: name, variable: PostgresProgram.variable).isThere()
    case .lineLibrary: (try? PostgresProgram.locate()).map(PostgresProgram.hasLibrary) == true
    case .opener: OptionalProgram(name).isThere()
    case .player: AudioSession.canPlay()
    }
  }

  /// What is missing without it.
  private var loss: String {
    switch self {
    case .pictures: "pictures are not shown"
    case .line: "no household can be joined"
    case .lineLibrary: "no household's server can be reached: install libpq5"
    case .opener: "attachments are not opened on the desktop: install xdg-utils"
    case .player: "the agent tells without the notify-sound: one of them is needed"
    }
  }

  /// Those that can be looked for, of which one would miss something: the library is looked for by its companion.
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
    self == .player ? "a program that plays sounds is there" : "\(name) is there"
  }

  /// The line of `keepsake doctor`; what is missing is no problem of the data.
  var finding: Finding {
    isThere
      ? Finding(check: .parts, status: .ok, text: presence, exitCode: 0)
      : Finding(check: .parts, status: .note, text: "without \(name) \(loss)", exitCode: 0)
  }
}
