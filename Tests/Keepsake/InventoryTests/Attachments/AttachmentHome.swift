import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory

/// A home with an item to attach files to.
final class AttachmentHome {
  let home: InventoryHome
  let inventory: InventoryStore
  let store: AttachmentStore
  let item: Item
  static let session = InventoryHome.session

  init() throws {
    home = try InventoryHome()
    inventory = try home.store()
    store = inventory.attachments
    item = try inventory.add("Teapot")
  }

  /// Writes a file whose contents depend on its name and the words.
  func file(_ name: String, _ words: String = "") throws -> String {
    try home.file(name, "\(name) \(words)")
  }

  /// Creates files with these names, attaches them, and returns the attachments in the same order.
  @discardableResult
  func attach(_ names: String..., kind: AttachmentKind? = nil) throws -> [Inventory.Attachment] {
    let summary = try store.attach(
      names.map { try file($0) }, kind: kind, to: item.uuid, session: Self.session)
    #expect(summary.count == names.count)
    let all = try store.fetchAll(of: item.uuid)
    return try names.map { name in try #require(all.last { $0.fileName == name }) }
  }

  /// The attachments, one line each: `a.jpg photo *`, with an asterisk for the primary photo.
  var lines: [String] {
    get throws {
      try store.fetchAll(of: item.uuid).map {
        "\($0.name) \($0.kind)" + ($0.isPrimary ? " *" : "")
      }
    }
  }

  /// All files in the attachment directory.
  var files: [String] {
    (FileManager.default.enumerator(atPath: store.path)?.allObjects as? [String] ?? [])
      .filter { !isDirectory(store.path + "/" + $0) }.sorted()
  }

  private func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }

  /// The error of an attempt to attach the paths; nil if it succeeds.
  func refusal(_ paths: String...) -> InventoryError? {
    do {
      _ = try store.attach(paths, to: item.uuid, session: Self.session)
      return nil
    } catch {
      return error
    }
  }
}
