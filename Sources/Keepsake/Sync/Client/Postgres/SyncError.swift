import Foundation

/// An error of a household's server.
///
/// Each has a one-line ``description``. Text from the server is untrusted: it is truncated and stripped of control
/// characters.
public enum SyncError: Error, Equatable, Sendable {
  /// The companion can't be started; the line has the reason.
  case missingProgram(String)
  /// The library that the program needs is not installed.
  case missingLibrary
  /// The address is malformed; the line has the reason.
  case badAddress(String)
  /// The server doesn't answer, or no longer does; trying again later may help.
  case unreachable(String)
  /// The server refuses the login, or its certificate is not good; trying again does not help.
  case refused(String)
  /// The peer doesn't follow the protocol of a household's server.
  case protocolViolation(String)
  /// The server took too long.
  case timeout
  /// The server's disk is full.
  case fullDisk
  /// The server keeps no households.
  case noHouseholds
  /// The server keeps households in a form of another version.
  case otherVersion(found: Int, known: Int)
  /// The server knows no such household, or the token is another one.
  case unknownHousehold
  /// A household of that name already exists, with another token.
  case householdTaken
  /// The device sent something else with that number before, which stays.
  case numberTaken(Int64)
  /// Something is longer than a server takes.
  case tooLarge(bytes: Int, limit: Int)
  /// The server reported another error.
  case query(sqlState: String, line: String)
}

extension SyncError: CustomStringConvertible {
  /// One line with the error and a known remedy.
  public var description: String {
    switch self {
    case .missingProgram(let line): line
    case .missingLibrary: "libpq.so.5 is missing: install libpq5"
    case .badAddress(let line): line
    case .unreachable(let line): "the household's server cannot be reached: \(line)"
    case .refused(let line): "the household's server cannot be used: \(line)"
    case .protocolViolation(let line): "the server doesn't answer like PostgreSQL: \(line)"
    case .timeout: "the household's server did not answer in time"
    case .fullDisk: "the disk of the household's server is full: make room there"
    case .noHouseholds: "the server has no household yet: create one there first"
    case .otherVersion(let found, let known) where found > known:
      "the server's households have format \(found), this version reads \(known): update Keepsake"
    case .otherVersion(let found, let known):
      "the server's households have format \(found), which is older than \(known)"
    case .unknownHousehold: "the server knows no such household, or its token was changed"
    case .householdTaken: "the server already has another household of that name"
    case .numberTaken(let number):
      "this device already sent another change number \(number): its data was copied or reset"
    case .tooLarge(let bytes, let limit):
      "\(bytes) bytes are more than the \(limit) that the server accepts at once"
    case .query(let state, let line): "the household's server reports: \(line) (\(state))"
    }
  }
}

extension SyncError {
  /// Parses an error of the companion: five letters of SQLSTATE and a line.
  init(payload: Data) {
    guard payload.count >= 5 else {
      self = .protocolViolation("an error without a reason")
      return
    }
    let state = Self.tidy(String(decoding: payload.prefix(5), as: UTF8.self))
    self.init(
      sqlState: state, line: Self.tidy(String(decoding: payload.dropFirst(5), as: UTF8.self)))
  }

  private init(sqlState state: String, line: String) {
    switch state {
    // Errors that the companion itself raises (Sources/PostgresCompanion/failures.h).
    case "KL000": self = .missingLibrary
    case "KL001": self = .badAddress(line)
    case "KL003": self = .timeout
    case "KL004": self = .protocolViolation(line)
    // Errors that the functions of the schema raise (ServerSchema.swift).
    case "KS001": self = .unknownHousehold
    case "KS002": self = .numberTaken(Int64(line) ?? 0)
    case "KS003": self = .householdTaken
    case "08P01": self = .protocolViolation(line)
    case "3F000", "42883": self = .noHouseholds
    case "53100": self = .fullDisk
    case "57014": self = .timeout
    case "KL002", "42501", "3D000": self = .refused(line)
    case "53300", "57P01", "57P02", "57P03": self = .unreachable(line)
    default:
      if state.hasPrefix("28") {
        self = .refused(line)
      } else if state.hasPrefix("08") {
        self = .unreachable(line)
      } else {
        self = .query(sqlState: state, line: line)
      }
    }
  }

  /// A text from outside as one harmless line.
  static func tidy(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars.prefix(400) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
        line.unicodeScalars.append(" ")
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
