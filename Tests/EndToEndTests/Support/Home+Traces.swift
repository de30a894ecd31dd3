import Foundation
import Testing

extension Home {
  /// Expects that no file of the home holds any of some words.
  func expectNoTrace(of words: [String], _ place: SourceLocation = #_sourceLocation) throws {
    let files = try #require(FileManager.default.enumerator(atPath: path))
    for case let name as String in files {
      guard let bytes = FileManager.default.contents(atPath: path + "/" + name) else { continue }
      for word in words {
        #expect(
          bytes.range(of: Data(word.utf8)) == nil, "\(name) holds “\(word)”", sourceLocation: place)
      }
    }
  }
}
