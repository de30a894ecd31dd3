import RepriseTesting

/// A system whose kernel keeps no keys, or is asked for too many.
enum FailingKeyring: String, CaseIterable {
  /// The kernel was built without keyrings.
  case missing
  /// A sandbox forbids them.
  case forbidden
  /// This user has as many keys as one may have.
  case full

  /// The words before a command that runs it, with all that it starts, on such a system.
  var words: [String] { [PTYProcess.path(ofProduct: "KeyringProbe"), rawValue] }
}
