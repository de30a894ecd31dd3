import RepriseTesting

/// A system whose kernel keeps no keys, or has reached its limit.
enum FailingKeyring: String, CaseIterable {
  /// The kernel was built without keyrings.
  case missing
  /// A sandbox forbids them.
  case forbidden
  /// The user has the maximum number of keys.
  case full

  /// The prefix of a command whose processes run on such a system.
  var words: [String] { [PTYProcess.path(ofProduct: "KeyringProbe"), rawValue] }
}
