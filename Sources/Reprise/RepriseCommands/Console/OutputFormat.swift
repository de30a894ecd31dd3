import Reprise

/// Chooses the format of a file by its file name extension.
///
/// ```swift
/// private static let formats = OutputFormat(endings: [("txt", Format.text), ("json", .json)])
/// ```
public struct OutputFormat<Format: Equatable & Sendable>: Sendable {
  /// The formats by their endings, in lower case and without the dot, in the order in which they are named.
  private let endings: [(ending: String, format: Format)]

  /// Lists the formats.
  ///
  /// - Parameter endings: Their endings, as `csv`, the usual one first.
  public init(endings: [(ending: String, format: Format)]) { self.endings = endings }

  /// Chooses the format.
  ///
  /// - Parameters:
  ///   - path: The file; devices and pipes have no ending.
  ///   - asked: The format that an option requests, with the option.
  ///   - usual: The format if neither an ending nor an option names one: for devices and pipes.
  /// - Throws: A usage error for an unknown ending, or one of another format than the requested one.
  public func format(
    ofFile path: String, asked: (format: Format, option: String)?, usual: Format
  ) throws(CommandFailure) -> Format {
    if OutputFile.isSpecial(path) { return asked?.format ?? usual }
    let name = path.split(separator: "/").last ?? ""
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    guard let found = endings.first(where: { $0.ending == ending }) else {
      if let asked, ending == nil { return asked.format }
      throw CommandFailure(
        status: .usage, message: "cannot write \(path): its name must end in \(list)")
    }
    guard let asked, asked.format != found.format else { return found.format }
    let wanted = endings.first { $0.format == asked.format }.map { ".\($0.ending)" } ?? ""
    throw CommandFailure(
      status: .usage,
      message:
        "cannot write \(path): \(asked.option) writes another format, so its name must end in \(wanted)"
    )
  }

  private var list: String {
    let names = endings.map { ".\($0.ending)" }
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
