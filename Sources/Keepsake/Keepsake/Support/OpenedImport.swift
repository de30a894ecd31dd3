import Foundation
import Inventory

/// The file of an import, open for reading, with its kind.
nonisolated final class OpenedImport {
  /// The kind of the file.
  var kind: ImportedFile.Kind { file?.kind ?? .homebox }

  /// The descriptor of a pipe, and the bytes that were already read from it; `nil` for a path that can be opened again.
  var pipe: (descriptor: Int32, beginning: [UInt8])? {
    guard let file, !file.beginning.isEmpty || path == "-" else { return nil }
    return (descriptor, file.beginning)
  }

  private let path: String
  private let descriptor: Int32
  /// `nil` if the path can't be opened, which the importer of Homebox's files reports.
  private let file: ImportedFile?

  /// Opens a path; `-` is standard input.
  ///
  /// - Throws: `badData` for formats that Keepsake knows and can't read.
  init(_ path: String) throws(InventoryError) {
    self.path = path
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      file = nil
      return
    }
    file = try ImportedFile(descriptor: descriptor, path: path)
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// Reads the table of the file.
  func table(_ options: TableImportOptions) throws(InventoryError) -> TableFile {
    guard let file else { throw InventoryError(.noInput, "cannot open \(path)") }
    return try file.table(options)
  }
}
