extension StateArchive {
  /// Stores the contents of another archive, except records that cannot be read.
  package func commit(_ contents: StateFile.Contents) throws {
    let known = contents.records.filter { !$0.isStandIn }
    try commit(ArchiveChanges(upserts: known), info: contents.info)
  }
}
