extension StateStore {
  /// A state in memory, which ends with the process.
  package static func inMemory() throws -> StateStore {
    try StateStore(archive: StateArchive(path: nil, keys: LoginKeyProvider()))
  }
}
