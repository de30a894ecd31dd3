/// The version of this program.
nonisolated enum Version {
  static let text = "1.0.0"
}
