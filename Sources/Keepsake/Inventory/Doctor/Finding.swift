/// The result of a check.
public struct Finding: Hashable, Codable, Sendable {
  /// The subject of a check.
  public enum Check: String, Codable, Sendable, CaseIterable {
    case configuration, permissions, inventory, counts, search, drafts, attachments, space, place,
      backup, keys, parts
  }

  /// The outcome of a check.
  public enum Status: String, Codable, Sendable {
    case ok
    /// Worth knowing, but not a problem of the data.
    case note
    case problem
  }

  /// The check that was made.
  public var check: Check
  /// The outcome.
  public var status: Status
  /// The finding in one line, with advice if there is a problem.
  public var text: String
  /// The exit status for the problem; 0 if there is none.
  public var exitCode: Int32

  /// Makes a finding.
  public init(check: Check, status: Status, text: String, exitCode: Int32) {
    (self.check, self.status, self.text, self.exitCode) = (check, status, text, exitCode)
  }

  static func ok(_ check: Check, _ text: String) -> Finding {
    Finding(check: check, status: .ok, text: text, exitCode: 0)
  }

  static func note(_ check: Check, _ text: String) -> Finding {
    Finding(check: check, status: .note, text: text, exitCode: 0)
  }

  static func problem(_ check: Check, _ error: InventoryError) -> Finding {
    Finding(check: check, status: .problem, text: error.message, exitCode: error.exitCode)
  }
}
