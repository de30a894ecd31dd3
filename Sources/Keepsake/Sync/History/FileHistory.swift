import Foundation
import GRDB
import Inventory

/// Puts what was done with a file into words.
struct FileHistory {
  /// The file as it is now; `nil` for one that is gone for good.
  let stored: Attachment?
  private let file: UUID
  private let name: String

  /// Looks up a file.
  ///
  /// - Parameter former: What it was called, for one that is not here any more.
  init(_ db: Database, of file: UUID, former: String?) throws {
    stored = try StoredAttachment.fetch(db, uuid: file)?.attachment
    self.file = file
    name = stored?.name ?? former ?? ""
  }

  /// That it was added, or taken back.
  var came: ItemChange { change(after: name) }

  /// That it was taken away.
  var went: ItemChange { change(before: name) }

  /// That it was changed, without saying how.
  var changed: ItemChange { change() }

  /// That it has another title, or is of another kind.
  func changed(from before: String?, to after: String?) -> ItemChange {
    change(before: text(before), after: text(after))
  }

  /// What stands for a file without a title: its file name.
  private func text(_ value: String?) -> String? {
    value?.isEmpty == false ? value : stored?.fileName
  }

  private func change(before: String? = nil, after: String? = nil) -> ItemChange {
    ItemChange(aspect: .file(file, name: name), before: before, after: after)
  }
}
