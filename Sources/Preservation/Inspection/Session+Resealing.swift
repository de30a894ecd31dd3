extension Session {
  /// Has a provider protect what another one protected: the state and its previous generation.
  ///
  /// A state that neither protects is left alone, for the launch to say why it does not open.
  package func reseal(from former: any KeyProvider, to keys: any KeyProvider) throws {
    for file in [archivePath, generationPath].map(StateFile.init(path:)) where file.exists {
      guard try file.protection() == former.name else { continue }
      try file.reseal(from: former, to: keys)
      try PrivateFile.sync(file.path)
    }
  }
}
