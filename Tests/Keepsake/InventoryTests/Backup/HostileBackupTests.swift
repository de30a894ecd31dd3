import InventorySupport
import Archives
import CArchive
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

/// Truncated, altered and forged backups are refused with one clear line and change nothing.
@Suite(.leavesMainActorAlone) struct HostileBackupTests {
  let home: InventoryHome
  private let backup: [UInt8]
  private let before: String

  init() throws {
    home = try InventoryHome()
    let store = try home.store()
    for number in 0..<50 { try store.add("Thing \(number)") { $0.notes = "a few words" } }
    before = try home.export(store)
    try FileManager.default.createDirectory(
      atPath: home.path + "/backups", withIntermediateDirectories: true)
    let made = try Backup(
      of: home.path + "/data", into: home.path + "/backups", program: "keepsake test")
    backup = Array(try Data(contentsOf: URL(fileURLWithPath: made.path)))
  }

  /// Restores a file into an empty place; nil if everything came back.
  private func attempt(_ path: String, _ comment: Comment) throws -> InventoryError? {
    let target = home.path + "/restored/\(UUID().uuidString)"
    do throws(InventoryError) {
      _ = try Restore(file: path).run(into: target)
    } catch {
      let line = error.message
      #expect(!line.contains("\n") && line.utf8.count < 600, comment)
      #expect(line.contains(path) || line.contains("not enough space"), "\(comment): \(line)")
      let left =
        (try? FileManager.default.contentsOfDirectory(atPath: home.path + "/restored")) ?? []
      #expect(left == [], comment)
      return error
    }
    let store = try InventoryStore(directory: target)
    #expect(try home.export(store) == before, comment)
    try FileManager.default.removeItem(atPath: home.path + "/restored")
    return nil
  }

  private func attempt(bytes: [UInt8], _ comment: Comment) throws -> InventoryError? {
    try attempt(home.file("hostile.zip", bytes: bytes), comment)
  }

  @Test func aTruncatedBackupIsRefused() throws {
    var random = SeededGenerator(seed: 14)
    for _ in 0..<60 {
      let length = Int.random(in: 0..<backup.count, using: &random)
      let error = try attempt(bytes: Array(backup[..<length]), "cut to \(length)")
      #expect(error?.kind == .badData, "cut to \(length)")
    }
  }

  @Test func anAlteredByteIsDetectedOrHarmless() throws {
    var random = SeededGenerator(seed: 15)
    var refused = 0
    for _ in 0..<150 {
      var bytes = backup
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      let error = try attempt(bytes: bytes, "seed 15, altered at \(place)")
      #expect(
        error == nil || error?.kind == .badData, "altered at \(place): \(error?.message ?? "")")
      refused += error == nil ? 0 : 1
    }
    #expect(refused > 100, "most of the file is content")
  }

  @Test(arguments: ["directory", "pipe", "nothing", "empty"])
  func aPathThatIsNotABackupFileIsNamed(_ kind: String) throws {
    let path = home.path + "/input"
    switch kind {
    case "directory":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    case "empty": _ = try home.file("input", "")
    default: break
    }
    let error = try attempt(path, "\(kind)")
    #expect(error?.kind == (kind == "empty" ? .badData : .noInput))
  }

  // MARK: - Forged archives

  /// An entry of a forged archive.
  private struct Entry {
    var name: String
    var bytes: [UInt8] = []
    var link: String?
    var type: mode_t = 0o100_000
  }

  private func archive(_ entries: [Entry]) throws -> String {
    let path = home.path + "/hostile.zip"
    let archive = try #require(archive_write_new())
    defer { archive_write_free(archive) }
    archive_write_set_format_zip(archive)
    #expect(archive_write_open_filename(archive, path) == ARCHIVE_OK)
    for made in entries {
      let entry = archive_entry_new()
      defer { archive_entry_free(entry) }
      archive_entry_set_pathname(entry, made.name)
      archive_entry_set_filetype(entry, made.type)
      archive_entry_set_perm(entry, 0o600)
      archive_entry_set_size(entry, Int64(made.bytes.count))
      if let link = made.link { archive_entry_set_symlink(entry, link) }
      #expect(archive_write_header(archive, entry) == ARCHIVE_OK)
      if !made.bytes.isEmpty {
        #expect(archive_write_data(archive, made.bytes, made.bytes.count) == made.bytes.count)
      }
    }
    #expect(archive_write_close(archive) == ARCHIVE_OK)
    return path
  }

  /// The entries of the sound backup, with a changed manifest.
  private func entries(_ change: (inout BackupManifest) -> Void) throws -> [Entry] {
    let path = try home.file("sound.zip", bytes: backup)
    let reader = try BackupReader(path: path)
    defer { reader.end() }
    var manifest = try reader.manifest()
    var entries: [Entry] = []
    try reader.readAll(manifest) { file, bytes throws(InventoryError) in
      if entries.last?.name != file.name { entries.append(Entry(name: file.name)) }
      if let bytes { entries[entries.count - 1].bytes += bytes }
    }
    change(&manifest)
    return entries + [Entry(name: "manifest.json", bytes: try manifest.encoded())]
  }

  @Test(arguments: [
    "../evil", "/etc/evil", "data/../../evil", "data/inventory.sqlite/../x", "data/state.key",
    "data/attachments/ab/../../x", "data//inventory.sqlite", "C:\\evil", "évil",
  ])
  func anEntryNameOutsideTheLayoutIsRefused(_ name: String) throws {
    let evil = Entry(name: name, bytes: Array("evil".utf8))
    let digest = ContentDigest.text(of: evil.bytes)
    let made = try entries {
      $0.files.append(.init(name: name, bytes: 4, sha256: digest))
    }
    let path = try archive(made.dropLast() + [evil] + made.suffix(1))
    #expect(try attempt(path, "\(name)")?.kind == .badData)
    #expect(!FileManager.default.fileExists(atPath: home.path + "/evil"))
  }

  @Test func linksAndDirectoriesAreRefused() throws {
    let made = try entries { _ in }
    let link = Entry(name: "data/drafts.sqlite", link: "/etc/passwd", type: 0o120_000)
    let directory = Entry(name: "data/", type: 0o040_000)
    for extra in [link, directory] {
      let path = try archive([extra] + made)
      #expect(try attempt(path, "\(extra.name)")?.kind == .badData)
    }
  }

  @Test func aNewerFormatIsDistinguishedFromDamage() throws {
    for change: (inout BackupManifest) -> Void in [
      { $0.format = BackupManifest.currentFormat + 1 },
      { $0.schemas["data/inventory.sqlite"] = 999 },
      { $0.schemas["data/policies.sqlite"] = 1 },
    ] {
      let error = try attempt(try archive(entries(change)), "newer")
      #expect(error?.kind == .badData)
      let message = try #require(error).message
      #expect(message.contains("newer version"))
    }
  }

  @Test func aManifestThatDoesNotMatchIsRefused() throws {
    let sound = try entries { _ in }
    #expect(
      try attempt(try archive(sound), "sound") == nil, "unchanged entries make a sound backup")
    let name = "data/inventory.sqlite"
    let changes: [(inout BackupManifest) -> Void] = [
      { $0.files.removeAll() }, { $0.files.append($0.files[0]) }, { $0.files[0].bytes -= 1 },
      { $0.files[0].bytes += 1 }, { $0.files[0].bytes = -1 }, { $0.files[0].bytes = .max },
      { $0.files[0].sha256 = String(repeating: "0", count: 64) }, { $0.files[0].sha256 = "x" },
      { $0.rows[name]?["item"] = 49 }, { $0.rows[name] = [:] }, { $0.inventory = UUID() },
    ]
    for (number, change) in changes.enumerated() {
      let error = try attempt(try archive(entries(change)), "change \(number)")
      #expect(error?.kind == .badData, "change \(number)")
    }
    for made in [Array(sound.dropLast()), sound + [sound[sound.count - 1]], [sound[0]] + sound] {
      #expect(try attempt(try archive(made), "entries")?.kind == .badData)
    }
  }

  @Test func anArchiveBombIsRefused() throws {
    // If the manifest states the size, it is refused before anything is unpacked.
    let zeros = [UInt8](repeating: 0, count: 50_000_000)
    let digest = ContentDigest.text(of: zeros)
    let name = "data/attachments/\(digest.prefix(2))/\(digest.dropFirst(2))"
    let bomb = Entry(name: name, bytes: zeros)
    for (bytes, words) in [(1 << 60, "not enough space"), (Int64.max, "larger than any disk")] {
      let honest = try entries {
        $0.files.append(.init(name: name, bytes: bytes, sha256: digest))
      }
      let path = try archive(honest.dropLast() + [bomb] + honest.suffix(1))
      #expect(try attempt(path, "honest")?.message.contains(words) == true, "\(bytes)")
    }
    // If the manifest understates the size, unpacking stops at the stated size.
    let lying = try entries { $0.files.append(.init(name: name, bytes: 10, sha256: digest)) }
    let other = try archive(lying.dropLast() + [bomb] + lying.suffix(1))
    #expect(try attempt(other, "lying")?.message.contains("longer than stated") == true)
  }
}
