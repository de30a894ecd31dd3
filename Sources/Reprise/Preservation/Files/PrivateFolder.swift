/// A directory for its owner alone, for what an app keeps besides its state.
public enum PrivateFolder {
  /// Makes a directory with its missing parents, and checks whose it is.
  ///
  /// - Returns: Where it really is, without links.
  /// - Throws: ``StateError`` when it cannot be made, or belongs to another user.
  public static func make(_ path: String) throws -> String {
    try PrivateDirectory(path: path).realPath
  }
}
