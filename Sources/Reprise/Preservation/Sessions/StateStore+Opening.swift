import Storage

extension StateStore {
  /// Applies the launch's step on the ladder before the archive is opened.
  ///
  /// It records the step first, and that a copy is in quarantine only once it is there: a kill in
  /// between repeats the step and skips none.
  func stepDown() throws {
    guard step != CrashLoopStep() else { return }
    try? launchGuard?.begin(step)
    let reason = "the last start failed"
    if step.isAside { noteAside(session?.quarantinePath ?? "", because: reason) }
    switch step.rung {
    case .everything: return
    case .without(let node):
      leftOut = node
      guard !step.isAside, let place = try session?.quarantineCopy() else { return }
      noteAside(place, because: reason, inFull: "the object that it was restoring is left out")
    case .nothing: try putAside(because: reason)
    case .nothingAgain: notice = "Started clean: \(reason)"
    }
    step.isAside = true
    launchGuard?.noteAside()
  }

  /// Opens the archive; quarantines an unreadable archive and opens an empty one instead.
  ///
  /// - Parameter isPatient: Whether to retry a failed write a few times without delay.
  func openArchive(
    session: Session, keys: any KeyProvider, isPatient: Bool = true,
    whileOccupied waits: () -> Bool = { false }
  ) throws {
    func open() throws { try load(session, keys: keys) }
    func openPatiently() throws {
      while true {
        do {
          return isPatient ? try StateError.retryingUnwritable(open) : try open()
        } catch StateError.occupied where waits() {
          continue
        }
      }
    }
    do {
      try openPatiently()
    } catch let error as StateError where error.leavesStateUnreadable {
      try putAside(because: error, keys)
      try openPatiently()
    }
    noteDamagedKey(of: keys)
    if notice == nil, try quarantineDamaged() { try openPatiently() }
    try rebuildIfOutOfOrder(session, keys)
    archive?.acceptFile()
    sync = archive.map { [use = session.use] in
      PowerSync(
        database: session.archivePath, checkpoint: $0.checkpointing, didSync: use.note)
    }
    sync?.observeFailure(didChangeWarning)
    if archive?.isNew == true { sync?.checkpointSoon() }
  }

  private func load(_ session: Session, keys: any KeyProvider) throws {
    try session.checkFiles()
    if let former { try session.resealAtLaunch(from: former, to: keys) }
    let archive = try StateArchive(
      path: session.archivePath, keys: keys, mayInitialize: !session.hasLog)
    try session.checkPath()
    records = try archive.load()
    // Only now: nothing is written into a file that could not be read.
    self.archive = archive
  }

  /// Quarantines a copy of a state that lost its end or some objects, since damaged objects are not
  /// stored again.
  ///
  /// Returns whether it did; the archive is closed then.
  private func quarantineDamaged() throws -> Bool {
    guard let session, let archive else { return false }
    let damaged = records.count { $0.kind == .damaged }
    let finding = session.commits.compare(archive.identity, archive.manifest.sequence)
    if damaged > 0 {
      let objects = damaged == 1 ? "one object was" : "\(damaged) objects were"
      return try quarantineCopy(
        because: "\(objects) damaged", inFull: "\(objects) damaged and left out")
    }
    switch finding {
    case .complete: return false
    case .missing:
      return try quarantineCopy(
        because: "newest changes were lost",
        inFull: "its newest changes were lost with its log; an older state was restored")
    case .another where archive.isNew:
      notice = "The saved state was lost: its file was empty"
      noticeDetails = ["the state file was missing or empty, although state had been saved"]
      return false
    case .another where records.isEmpty:
      return try quarantineCopy(
        because: "its contents were lost", inFull: "the state file is empty: its log was lost")
    case .another:
      notice = "The saved state was replaced by another one"
      noticeDetails = ["another state file has replaced the session's own"]
      return false
    }
  }

  /// Closes the archive and quarantines a copy of it.
  private func quarantineCopy(because reason: String, inFull details: String) throws -> Bool {
    (archive, records) = (nil, [])
    guard let place = try session?.quarantineCopy() else { return false }
    session?.commits.forget()
    noteAside(place, because: reason, inFull: details)
    return true
  }

  /// Rewrites the archive if pages of the file were swapped: all objects are there and proven, but
  /// the next change would damage them.
  private func rebuildIfOutOfOrder(_ session: Session, _ keys: any KeyProvider) throws {
    guard let disordered = archive, disordered.isOutOfOrder else { return }
    let (kept, info) = (records, disordered.info)
    (archive, records) = (nil, [])
    try putAside(
      because: "its pages were swapped", inFull: "its pages were swapped; nothing was lost")
    try load(session, keys: keys)
    let known = kept.filter { !$0.isStandIn }
    try archive?.commit(ArchiveChanges(upserts: known), info: info)
    records = known
  }
}
