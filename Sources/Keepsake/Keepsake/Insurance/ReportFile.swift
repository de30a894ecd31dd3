import RepriseCommands
import Foundation
import Inventory
import Resources
import Storage

/// Writes a report into a file, completely or not at all, for the command line and the screen.
nonisolated enum ReportFile {
  private static let formats = OutputFormat(
    endings: [("html", false), ("htm", false), ("csv", true)])

  /// Whether to write a CSV table instead of an HTML document, by the file name.
  ///
  /// - Parameter option: The given option that requests the table, if any.
  /// - Throws: A usage error if the name has neither format or contradicts the option.
  static func isTable(_ path: String, asked option: String?) throws(UsageFailure) -> Bool {
    try formats.format(ofFile: path, asked: option.map { (true, $0) }, usual: false)
  }

  /// Writes the file.
  ///
  /// - Returns: A line for the user, such as `Wrote 30 items to report.html, 1.2 MB`, and one line for each kind of
  ///   omission.
  static func save(
    of store: InventoryStore, _ options: ReportOptions, _ photos: PhotoCheck, asTable: Bool,
    to path: String, replaces: Bool
  ) throws -> (line: String, remarks: [String]) {
    let file = try OutputFile(path: path, replaces: replaces)
    var size = 0
    let extent = try produce(of: store, options, photos, asTable: asTable) {
      bytes throws(InventoryError) in
      size += bytes.count
      try file.add(bytes)
    }
    try file.commit()
    return (
      "Wrote \(Figures.items(extent.items)) to \(path), \(SizeText.text(Int64(size)))",
      remarks(on: extent)
    )
  }

  /// Lines about files that a report doesn't contain, and about unchecked pictures.
  static func remarks(on extent: ReportExtent) -> [String] {
    var lines: [String] = []
    let files = extent.separateFiles - extent.unshownPhotos
    if files > 0 {
      lines.append(
        "\(Figures.count(files, "file is", "files are")) listed but not included; attach "
          + "\(files == 1 ? "it" : "them") separately")
    }
    if let first = extent.firstUnshown {
      let others = extent.unshownPhotos - 1
      let rest = others == 0 ? "" : " and \(Figures.count(others)) more"
      let what = extent.hasUnshownDocuments ? ("file", "files") : ("picture", "pictures")
      lines.append(
        "\(Figures.count(extent.unshownPhotos, what.0, what.1)) can't be shown in it: "
          + "\(first)\(rest)")
    }
    lines += extent.advice
    if extent.shortenedDocuments > 0 {
      let documents = Figures.count(extent.shortenedDocuments, "document is", "documents are")
      lines.append("\(documents) longer than ten pages; only the first ten are included")
    }
    if let reason = extent.uncheckedReason {
      let pictures = Figures.count(
        extent.uncheckedPictures, "picture was", "pictures were")
      lines.append("\(pictures) not checked: \(reason)")
    }
    return lines
  }

  /// The path that the user typed, with `~` expanded to the home directory, as in a shell.
  static func path(typed text: String, home: String? = personalHome()) -> String {
    let path = text.trimmingCharacters(in: .whitespaces)
    guard let home, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }

  /// Produces the bytes of a report.
  ///
  /// - Returns: A summary of its contents.
  static func produce(
    of store: InventoryStore, _ options: ReportOptions, _ photos: PhotoCheck, asTable: Bool,
    _ output: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) -> ReportExtent {
    let attachments = store.attachments
    let report = Report(
      of: store, options, decodePage: { photos.page($1, of: $0, in: attachments) },
      examine: { photos.condition(of: $0, in: attachments) })
    return asTable
      ? try report.writeCSV(output) : try report.writeHTML(ReportTemplates.embedded, output)
  }
}

nonisolated extension ReportTemplates {
  /// The templates embedded in the program.
  static var embedded: ReportTemplates {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    return ReportTemplates(
      head: text(ResourceText.reportHead), heading: text(ResourceText.reportHeading),
      item: text(ResourceText.reportItem), figure: text(ResourceText.reportFigure),
      foot: text(ResourceText.reportFoot))
  }
}
