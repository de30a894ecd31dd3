import Foundation
import Spreadsheets
import Storage

/// A file that the user wants to import, with its kind, which its first bytes show.
public struct ImportedFile: Sendable {
  /// The kinds of files.
  public enum Kind: Sendable {
    /// A CSV file of Homebox or of Keepsake, for ``CSVImporter``, which also reports why a file can't be read.
    case homebox
    /// A collection of Homebox, for ``CollectionImporter``.
    case collection
    /// Any other text, for ``TableFile``.
    case text
    /// A workbook, for ``TableFile``.
    case workbook
  }

  /// The kind of the file.
  public let kind: Kind
  /// The bytes that were read from a pipe; empty for a regular file.
  public let beginning: [UInt8]
  private let descriptor: Int32
  private let path: String

  /// The number of bytes that decide.
  private static let headBytes = 1 << 16

  /// Looks at the beginning of an open file or pipe; the caller closes it.
  ///
  /// - Throws: `badData` for formats that Keepsake knows and can't read, with what to do instead; `noInput` for a
  ///   directory.
  public init(descriptor: Int32, path: String) throws(InventoryError) {
    self.descriptor = descriptor
    self.path = path
    var status = stat()
    let kindOfFile = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    guard kindOfFile != S_IFDIR else {
      throw InventoryError(.noInput, "\(path) is a directory; name a file in it")
    }
    let isFile = kindOfFile == S_IFREG
    let head = try ImportedPiece.read(Self.headBytes, of: descriptor, at: isFile ? 0 : nil, path)
    beginning = isFile ? [] : head
    kind = try Self.kind(head, isFile: isFile, descriptor, path)
  }

  private static func kind(
    _ head: [UInt8], isFile: Bool, _ descriptor: Int32, _ path: String
  ) throws(InventoryError) -> Kind {
    if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
      throw try compoundFile(head, descriptor, path)
    }
    guard head.starts(with: Array("PK\u{3}\u{4}".utf8)) else {
      return isHomebox(head) ? .homebox : .text
    }
    guard isFile else {
      throw InventoryError(
        .badData, "a workbook can't be read from a pipe; save it as a file first")
    }
    switch Workbook.content(descriptor: descriptor) {
    case .workbook: return .workbook
    case .openDocument:
      throw InventoryError(
        .badData,
        "\(path) is a spreadsheet of LibreOffice (.ods); open it, and save it as .xlsx or .csv")
    case .other: return .collection
    }
  }

  /// Old workbooks and encrypted new ones are both compound files; the directory of the latter names their content.
  private static func compoundFile(
    _ head: [UInt8], _ descriptor: Int32, _ path: String
  ) throws(InventoryError) -> InventoryError {
    let name = Array("EncryptedPackage".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    var isEncrypted = contains(head, name)
    // The directory may be anywhere in the file.
    if !isEncrypted,
      let file = try? ImportedBytes(descriptor: descriptor, path: path, beginning: [])
    {
      let bytes = try file.read(min(file.count, 64 << 20), at: 0)
      isEncrypted = contains(bytes, name)
    }
    return isEncrypted
      ? InventoryError(
        .badData,
        "\(path) is encrypted with a password; open it, remove the password, and save it as .xlsx")
      : InventoryError(
        .badData,
        "\(path) is a workbook of Excel 97–2003 (.xls); open it, and save it as .xlsx or .csv")
  }

  private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    Data(bytes).range(of: Data(wanted)) != nil
  }

  /// Whether a text has the column `HB.name`, and none of Sortly's folders, which ``CSVImporter`` doesn't know.
  private static func isHomebox(_ head: [UInt8]) -> Bool {
    let text = Item.asciiLowercased(String(decoding: head, as: UTF8.self))
    let lines = text.split(maxSplits: 5, whereSeparator: \.isNewline)
    let first = lines.first { line in
      !line.hasPrefix("sep=") && !line.hasPrefix("\"sep=") && line.contains { $0.isLetter }
    }
    guard let first else { return head.isEmpty }
    let names = first.split { ",;\t\"\u{FEFF}".contains($0) }.map { String($0).trimmedOfBlanks }
    return names.contains("hb.name") && !names.contains("subfolder-level1")
  }

  /// Reads the header of a text file or a workbook; the rows are read when they are needed.
  ///
  /// The caller may close the file afterwards, but must keep the result to read a pipe only once.
  public func table(_ options: TableImportOptions) throws(InventoryError) -> TableFile {
    let bytes = try ImportedBytes(descriptor: descriptor, path: path, beginning: beginning)
    return kind == .workbook
      ? try TableFile(workbook: bytes, options: options)
      : try TableFile(text: bytes, options: options)
  }
}
