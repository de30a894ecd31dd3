/// Frames shown one after another, as one SVG file that repeats forever.
///
/// For a README: record a real program with `PTYProcess` of `RepriseTesting`, whose pictures become frames, and
/// write ``svg(on:)`` to a file.
///
/// ```swift
/// let picture = MovingPicture([
///   .init(frame: typed, duration: .seconds(1)), .init(frame: restored, duration: .seconds(3)),
/// ])
/// try picture.svg().write(toFile: file, atomically: true, encoding: .utf8)
/// ```
public struct MovingPicture: Sendable {
  /// A frame and how long it stays.
  public struct Step: Sendable {
    /// The frame.
    public var frame: Frame

    /// How long it shows that.
    public var duration: Duration

    /// Makes a step.
    public init(frame: Frame, duration: Duration) {
      (self.frame, self.duration) = (frame, duration)
    }
  }

  private let steps: [Step]

  /// Makes a picture from steps, whose frames have one size.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// The picture as a self-contained SVG document.
  ///
  /// Equal rows of different frames are stored once. Programs that don't animate show the last frame.
  ///
  /// - Parameter paper: The terminal that it pretends to come from.
  public func svg(on paper: Paper = .dark) -> String {
    var rows = RowTable(paper: paper)
    let groups = steps.indices.map { group(at: $0, &rows) }
    let size = steps.first?.frame.size ?? .zero
    return
      ([SVG.opening(size: size, on: paper), "<defs>"] + rows.definitions + ["</defs>"] + groups
      + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// One frame, visible during its part of the whole time.
  private func group(at index: Int, _ rows: inout RowTable) -> String {
    let frame = steps[index].frame
    var lines = (0..<frame.size.height).compactMap { y in
      rows.name(of: frame.row(y)).map { "<use href=\"#\($0)\" y=\"\(y * SVG.row)\"/>" }
    }
    if let cursor = frame.cursor, frame.bounds.contains(cursor) {
      lines.append(SVG.cursor(at: cursor, on: rows.paper))
    }
    let isLast = index == steps.count - 1
    return """
      <g visibility="\(isLast ? "visible" : "hidden")">
      <animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" \
      dur="\(Self.text(seconds(before: steps.count)))s" \(timing(of: index))/>
      \(lines.joined(separator: "\n"))
      </g>
      """
  }

  /// The moments at which a frame appears and disappears, as parts of the whole time.
  private func timing(of index: Int) -> String {
    let whole = seconds(before: steps.count)
    let start = Self.text(seconds(before: index) / whole)
    let end = Self.text(seconds(before: index + 1) / whole)
    let (first, last) = (index == 0, index == steps.count - 1)
    let values = (first ? [] : ["hidden"]) + ["visible"] + (last ? [] : ["hidden"])
    let times = ["0"] + (first ? [] : [start]) + (last ? [] : [end])
    return
      "values=\"\(values.joined(separator: ";"))\" keyTimes=\"\(times.joined(separator: ";"))\""
  }

  private func seconds(before index: Int) -> Double {
    steps[..<index].reduce(0) { $0 + $1.duration / .seconds(1) }
  }

  /// A number with at most four decimals.
  private static func text(_ number: Double) -> String {
    String((number * 10_000).rounded() / 10_000)
  }
}

/// The distinct rows of a moving picture.
private struct RowTable {
  let paper: Paper
  private(set) var definitions: [String] = []
  private var names: [[Cell]: String] = [:]

  init(paper: Paper) {
    self.paper = paper
  }

  /// The name of a row, which is defined when it is first seen; `nil` for a row that shows nothing.
  mutating func name(of row: ArraySlice<Cell>) -> String? {
    let cells = Array(row)
    if let name = names[cells] { return name }
    let runs = SVGRun.runs(of: row, on: paper)
    let shapes = runs.compactMap { $0.backdrop(y: 0) } + runs.compactMap { $0.text(y: 0) }
    guard !shapes.isEmpty else { return nil }
    let name = "r\(names.count)"
    names[cells] = name
    definitions.append("<g id=\"\(name)\">\n\(shapes.joined(separator: "\n"))\n</g>")
    return name
  }
}
