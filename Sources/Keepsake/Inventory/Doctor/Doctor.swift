import Foundation
import GRDB
import Storage

/// Checks all parts of an inventory without changing anything.
public struct Doctor {
  private let directory: String
  private let now: Timestamp
  private let limits: ContentLimits

  /// The maximum age of the last backup, in days.
  public static let backupDays: Int64 = 30
  /// The free bytes below which the doctor adds a note.
  private static let littleSpace: Int64 = 200 << 20

  /// Makes a doctor for a data directory.
  ///
  /// - Parameter limits: The login's content limits; the doctor does not mention hidden data.
  public init(directory: String, at now: Timestamp? = nil, limits: ContentLimits = .none) {
    self.directory = directory
    self.limits = limits
    self.now = now ?? currentTimestamp()
  }

  /// Passes the finding of each check to a closure; may take a while, since all files are read.
  ///
  /// - Throws: `noInput` if there is no inventory.
  public func examine(_ report: (Finding) throws -> Void) throws {
    guard access(directory + "/inventory.sqlite", F_OK) == 0 || errno != ENOENT else {
      throw InventoryError(.noInput, "there is no inventory at \(directory)/inventory.sqlite")
    }
    try report(permissions())
    switch opened() {
    case .success(let store):
      try report(inventory(store))
      try report(finding(.counts) { () throws(InventoryError) in try counts(store) })
      try report(finding(.search) { () throws(InventoryError) in try search(store) })
      try report(drafts())
      for finding in attachments(store) { try report(finding) }
      try report(backup(store))
    case .failure(let error):
      try report(.problem(.inventory, error))
      try report(drafts())
    }
    try report(space())
    try report(place())
  }

  private func opened() -> Result<InventoryStore, InventoryError> {
    do throws(InventoryError) {
      return .success(
        try InventoryStore(directory: directory, access: .writeIfPossible, limits: limits))
    } catch {
      return .failure(error)
    }
  }

  private func finding(
    _ check: Finding.Check, _ body: () throws(InventoryError) -> Finding
  ) -> Finding {
    do throws(InventoryError) {
      return try body()
    } catch {
      return .problem(check, error)
    }
  }
}

// MARK: - The databases

extension Doctor {
  private func inventory(_ store: InventoryStore) -> Finding {
    finding(.inventory) { () throws(InventoryError) in
      try store.database.checkIntegrity()
      let counts = store.database.counts
      return .ok(
        .inventory, "sound: \(CountText.items(counts.live + counts.archived + counts.trashed))")
    }
  }

  /// Compares the maintained counts with the rows.
  private func counts(_ store: InventoryStore) throws(InventoryError) -> Finding {
    let wrong = try store.database.file.read { db in
      try db.atOneMoment { db in
        let isRight = try InventoryCounts(counting: "item", db) == Meta.load(db).state.counts
        let places = try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM location WHERE deleted_at IS NULL AND item_count <> (
              SELECT count(*) FROM main.item WHERE location_id = location.id AND shelf = 0)
            """)
        return try (isRight ? 0 : 1) + (places ?? 0) + RatedCounts.wrongCount(db)
      }
    }
    guard wrong == 0 else {
      throw InventoryError(
        .badData,
        "\(wrong) of the stored counts are wrong; export and import again, or restore a backup")
    }
    return .ok(.counts, "right")
  }

  /// Checks that every item can be found by its words.
  private func search(_ store: InventoryStore) throws(InventoryError) -> Finding {
    let missing = try store.database.file.read { db in
      let index = try WordIndexes(db).searched.items
      return try Int.fetchOne(
        db,
        sql: """
          SELECT (SELECT count(*) FROM main.item WHERE id NOT IN (SELECT id FROM \(index)_docsize))
            + (SELECT count(*) FROM \(index)_docsize WHERE id NOT IN (SELECT id FROM main.item))
          """) ?? 0
    }
    guard missing == 0 else {
      throw InventoryError(
        .badData, "\(missing) items are missing or outdated in the search index; restore a backup")
    }
    guard store.database.unwritable == nil else { return .ok(.search, "complete") }
    try store.database.file.write { db in
      // This only reads the index, in spite of INSERT.
      for table in try WordIndexes(db).all.flatMap({ [$0.items, $0.places] }) {
        try db.execute(sql: "INSERT INTO \(table)(\(table)) VALUES ('integrity-check')")
      }
      return ((), .rollback)
    }
    return .ok(.search, "complete and sound")
  }

  private func drafts() -> Finding {
    finding(.drafts) { () throws(InventoryError) in
      let data = try DataDirectory(path: directory, create: false)
      guard let file = try DraftStore.fileToCopy(in: data) else {
        return .ok(.drafts, "none")
      }
      let (verdict, count) = try file.read { db in
        (
          try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "",
          try DraftStore.count(db)
        )
      }
      guard verdict == "ok" else {
        throw InventoryError(.badData, "\(file.path) is damaged (\(verdict)); restore a backup")
      }
      return .ok(.drafts, "sound: \(count) draft\(count == 1 ? "" : "s")")
    }
  }
}

// MARK: - Other files

extension Doctor {
  /// The number of files to name; the rest is counted.
  private static let maximumNamed = 20

  private func attachments(_ store: InventoryStore) -> [Finding] {
    let attachments = store.attachments
    do throws(InventoryError) {
      let (count, problems) = try attachments.examined()
      var findings = problems.prefix(Self.maximumNamed).map { problem in
        let path = attachments.path(of: problem.attachment)
        let text = "\(problem.attachment.name): \(problem.condition.words) (\(path))"
        return Finding.problem(.attachments, InventoryError(.badData, text))
      }
      if problems.count > Self.maximumNamed {
        let more = problems.count - Self.maximumNamed
        findings.append(
          .problem(.attachments, InventoryError(.badData, "and \(more) more missing or altered")))
      }
      let orphans = try attachments.orphans().count
      if orphans > 0 {
        let noun = orphans == 1 ? "file belongs" : "files belong"
        findings.append(.note(.attachments, "\(orphans) \(noun) to no item"))
      }
      return findings.isEmpty
        ? [.ok(.attachments, "\(CountText.text(count)), all intact")] : findings
    } catch {
      return [.problem(.attachments, error)]
    }
  }

  private func permissions() -> Finding {
    finding(.permissions) { () throws(InventoryError) in
      _ = try DataDirectory(path: directory, create: false)
      var status = stat()
      for name in ["", "/inventory.sqlite", "/drafts.sqlite", "/state.key"]
      where lstat(directory + name, &status) == 0 {
        guard status.st_uid == geteuid() else {
          throw InventoryError(.permission, "\(directory)\(name) belongs to another user")
        }
        guard status.st_mode & 0o077 == 0 else {
          throw InventoryError(
            .permission,
            "others can read \(directory)\(name); remove that permission with: chmod go="
          )
        }
      }
      return .ok(.permissions, "only you can read \(directory)")
    }
  }

  private func space() -> Finding {
    guard let disk = DiskSpace(of: directory) else {
      return .problem(.space, .system("inspect", directory, code: errno))
    }
    let text = "\(SizeText.text(disk.free)) free"
    guard !disk.isReadOnly else {
      return .note(.space, "the file system is read-only: nothing can be saved")
    }
    return disk.free < Self.littleSpace ? .note(.space, "only \(text)") : .ok(.space, text)
  }

  private func place() -> Finding {
    DataPlacement.warning(for: directory).map { .note(.place, $0) }
      ?? .ok(.place, "on a local disk, not in a synced folder")
  }

  private func backup(_ store: InventoryStore) -> Finding {
    finding(.backup) { () throws(InventoryError) in
      let advice = "make one with: keepsake backup DIR"
      guard let last = try store.database.lastBackup() else {
        return .note(.backup, "no backup yet; \(advice)")
      }
      let days = max(0, now - last) / 86_400_000
      let text = days == 0 ? "today" : days == 1 ? "yesterday" : "\(days) days ago"
      return days > Self.backupDays
        ? .note(.backup, "the last one was made \(text); \(advice)") : .ok(.backup, text)
    }
  }
}
