/// The result of a check by `doctor`.
public struct DoctorFinding: Hashable, Sendable {
  /// The outcome of a check.
  public enum Status: String, Sendable {
    case ok
    /// Worth knowing, but not a problem.
    case note
    case problem
  }

  /// What was looked at, in a word.
  public var check: String
  /// The outcome.
  public var status: Status
  /// The finding in one line, with advice if there is a problem.
  public var text: String
  /// The exit status for the problem; 0 without one.
  public var exitCode: Int32

  /// Makes a finding.
  public init(check: String, status: Status, text: String, exitCode: Int32 = 0) {
    (self.check, self.status, self.text, self.exitCode) = (check, status, text, exitCode)
  }
}
