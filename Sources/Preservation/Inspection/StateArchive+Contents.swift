extension StateArchive {
  /// Stores everything that another archive holds, but for records in a form not known here.
  public func commit(_ contents: StateFile.Contents) throws {
    let known = contents.records.filter { $0.kind != .unreadable }
    try commit(ArchiveChanges(upserts: known), info: contents.info)
  }
}
