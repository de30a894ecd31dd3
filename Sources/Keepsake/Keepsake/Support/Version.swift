/// The version of this program.
nonisolated enum Version {
  static let text = "0.1.0"
}
