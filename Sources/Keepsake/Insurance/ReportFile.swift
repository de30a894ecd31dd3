import Foundation
import Inventory
import Resources
import SystemSupport

/// Writes a report into a file, completely or not at all, for the command line and the screen.
nonisolated enum ReportFile {
  /// Writes the file.
  ///
  /// - Returns: A line for the person: `Wrote 30 items to report.html, 1.2 MB; 6 files are only named in it`, and
  ///   one about photos that it cannot show, if there are any.
  static func save(
    of store: InventoryStore, _ options: ReportOptions, asTable: Bool, to path: String
  ) throws -> (line: String, remark: String?) {
    let file = try OutputFile(path: path)
    var size = 0
    let extent = try produce(of: store, options, asTable: asTable) { bytes throws(InventoryError) in
      size += bytes.count
      try file.append(bytes)
    }
    try file.commit()
    let files = extent.separateFiles
    let rest =
      files == 0 ? "" : "; \(Figures.count(files, "file is", "files are")) only named in it"
    let items = Figures.items(extent.items)
    return (
      "Wrote \(items) to \(path), \(SizeText.text(Int64(size)))\(rest)", remark(on: extent)
    )
  }

  /// A line about photos that the report cannot show: how many, and which is the first.
  static func remark(on extent: ReportExtent) -> String? {
    guard let first = extent.firstUnshown else { return nil }
    let photos = Figures.count(extent.unshownPhotos, "photo", "photos")
    let others = extent.unshownPhotos - 1
    let rest = others == 0 ? "" : " and \(Figures.count(others)) more"
    return "\(photos) cannot be shown in it: \(first)\(rest)"
  }

  /// The path that a person typed, with `~` for the home directory as a shell reads it.
  static func path(typed text: String, home: String? = personalHome()) -> String {
    let path = text.trimmingCharacters(in: .whitespaces)
    guard let home, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }

  /// Produces the bytes of a report.
  ///
  /// - Returns: What is in it.
  static func produce(
    of store: InventoryStore, _ options: ReportOptions, asTable: Bool,
    _ output: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) -> ReportExtent {
    let report = Report(of: store, options)
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
      item: text(ResourceText.reportItem), foot: text(ResourceText.reportFoot))
  }
}
