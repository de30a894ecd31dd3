extension Session {
  /// Has a provider protect what another one protected: the state and its previous generation.
  ///
  /// What cannot be read is left alone: the launch puts it aside and says why.
  ///
  /// - Throws: ``StateError`` if one of them can be read, and not be sealed anew.
  package func reseal(from former: any KeyProvider, to keys: any KeyProvider) throws {
    try StateFile(path: archivePath).resealIfReadable(from: former, to: keys)
    try StateFile(path: generationPath).resealIfReadable(from: former, to: keys)
  }

  /// Does that at a launch, which a previous generation never keeps from opening the state: the next launch tries again.
  func resealAtLaunch(from former: any KeyProvider, to keys: any KeyProvider) throws {
    try StateFile(path: archivePath).resealIfReadable(from: former, to: keys)
    try? StateFile(path: generationPath).resealIfReadable(from: former, to: keys)
  }
}

extension StateFile {
  /// Has a provider protect the state if another one does; one that does not open with that stays as it is.
  ///
  /// - Throws: ``StateError`` if it can be read, and not be sealed anew.
  func resealIfReadable(from former: any KeyProvider, to keys: any KeyProvider) throws {
    guard exists else { return }
    do {
      guard try protection() == former.name else { return }
      try reseal(from: former, to: keys)
      try PrivateFile.sync(path)
    } catch let error as StateError where error.leavesStateUnreadable {}
  }
}
