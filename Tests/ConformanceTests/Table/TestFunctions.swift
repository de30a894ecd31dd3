import Foundation

/// A test, as found in its source.
struct TestFunction {
  var name: String

  /// The file that contains it.
  var file: String

  /// The text between `@Test` and the name.
  var attributes: String

  /// The text from the name to the end.
  var body = ""

  /// Whether it always runs.
  var isEnabled: Bool { !attributes.contains(".disabled") && !attributes.contains(".enabled") }

  /// Whether it can fail: it contains an expectation, a wait, or a helper named `expect…`.
  var canFail: Bool {
    ["#expect", "#require", "expect", ".wait", ".verify(", "Issue.record"].contains {
      body.contains($0)
    }
  }
}

/// All tests, found in the sources of all test targets.
struct TestFunctions {
  /// The tests, file by file.
  private(set) var all: [TestFunction] = []

  /// Their names.
  var names: [String] { all.map(\.name) }

  /// Reads all Swift files of a folder and its subfolders.
  init(folder: String) {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted() where path.hasSuffix(".swift") {
      let text = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
      read(String(decoding: text, as: UTF8.self), file: path)
    }
  }

  init(source: String) {
    read(source, file: "")
  }

  /// Collects the function that follows each `@Test`, on the same line or after its arguments.
  ///
  /// Its body extends to the next test. Conditionally compiled code is skipped.
  private mutating func read(_ source: String, file: String) {
    var attributes: String?
    var isInFunction = false
    var conditions = 0
    for line in source.split(separator: "\n") {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("#if") { conditions += 1 }
      if text.hasPrefix("#endif") { conditions -= 1 }
      guard conditions == 0, !text.hasPrefix("//") else { continue }
      if text.hasPrefix("@Test") { (attributes, isInFunction) = ("", false) }
      guard let known = attributes else {
        if isInFunction { all[all.count - 1].body += line + "\n" }
        continue
      }
      guard let start = line.range(of: "func ") else {
        attributes = known + line
        continue
      }
      let name = line[start.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      all.append(
        TestFunction(
          name: String(name), file: file, attributes: known + line[..<start.lowerBound],
          body: line[start.upperBound...].dropFirst(name.count) + "\n"))
      (attributes, isInFunction) = (nil, true)
    }
  }
}
