/// The entries of one preferences file.
nonisolated struct PreferenceText {
  private(set) var entries: [PreferenceEntry] = []
  private(set) var tables: [PreferenceTable] = []
  private(set) var problems: [PreferenceProblem] = []

  private let file: String

  /// The most lines to report; a last line reports that there are more.
  private static let maximumProblems = 20

  init(_ bytes: [UInt8], file: String) {
    self.file = file
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if let line = lines.firstIndex(where: { String(validating: $0, as: UTF8.self) == nil }) {
      complain(line + 1, "is not UTF-8, so the whole file is ignored: save it as UTF-8")
      return
    }
    read(lines)
  }

  private mutating func read(_ lines: [ArraySlice<UInt8>]) {
    var table: PreferenceTable?
    // Lines under an unreadable table header belong to no table.
    var isLost = false
    for (index, bytes) in lines.enumerated() {
      let number = index + 1
      guard problems.count < Self.maximumProblems else {
        return complain(number, "there are more problems; everything from here on is ignored")
      }
      let isHead = bytes.first { $0 != 32 && $0 != 9 } == UInt8(ascii: "[")
      if isLost, !isHead { continue }
      do throws(PreferenceComplaint) {
        switch try PreferenceLine.content(of: Self.withoutEnds(bytes, isFirst: index == 0)) {
        case .nothing: continue
        case .table(let name):
          let head = PreferenceTable(name: name, file: file, line: number)
          if let earlier = tables.first(where: { $0.name == name }) {
            complain(number, "[\(name)] is already on line \(earlier.line): write it once")
          }
          tables.append(head)
          (table, isLost) = (head, false)
        case .entry(let key, let value):
          add(
            PreferenceEntry(
              key: table.map { "\($0.name).\(key)" } ?? key, value: value, file: file,
              line: number, table: table))
        }
      } catch {
        isLost = isLost || isHead
        complain(number, isHead ? error.text + "; the lines below it are ignored" : error.text)
      }
    }
  }

  private mutating func add(_ entry: PreferenceEntry) {
    if let earlier = entries.first(where: { $0.key == entry.key }) {
      return complain(
        entry.line,
        "\(entry.key.quotedInPreferences) is already on line \(earlier.line), which applies: remove one"
      )
    }
    entries.append(entry)
  }

  private mutating func complain(_ line: Int, _ text: String) {
    problems.append(PreferenceProblem(file: file, line: line, text: text))
  }

  /// A line without the return of other systems, and without the mark before the first.
  private static func withoutEnds(_ bytes: ArraySlice<UInt8>, isFirst: Bool) -> ArraySlice<UInt8> {
    var bytes = bytes
    if bytes.last == 13 { bytes = bytes.dropLast() }
    return isFirst && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
  }
}
