import Foundation

/// The names of all tests, found in the sources of all test targets.
struct TestFunctions {
  /// The names, file by file.
  private(set) var names: [String] = []

  /// Looks through every Swift file of a folder and those in it.
  init(folder: String) {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted() where path.hasSuffix(".swift") {
      let text = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
      read(String(decoding: text, as: UTF8.self))
    }
  }

  init(source: String) {
    read(source)
  }

  /// Takes the function that follows each `@Test`, on the same line or after its arguments.
  private mutating func read(_ source: String) {
    var isTest = false
    for line in source.split(separator: "\n") {
      if line.drop(while: { $0 == " " }).hasPrefix("@Test") { isTest = true }
      guard isTest, let start = line.range(of: "func ") else { continue }
      names.append(
        String(line[start.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
      isTest = false
    }
  }
}
