import Foundation
import Household

/// A value that somebody wrote of an item, and the one before it by the server's order.
struct WrittenValue: Codable, Hashable {
  var before: ColumnValue
  var after: ColumnValue

  /// The longest text that is kept, in characters: history names what is longer.
  private static let limit = 500

  /// Makes one; `nil` where nothing changed, and for long texts.
  init?(before: SharedValue, after: SharedValue) {
    guard before != after else { return nil }
    (self.before, self.after) = (before.column, after.column)
    for value in [before, after] {
      if let text = value.text, text.count > Self.limit { return nil }
    }
  }

  /// The form in which values are kept by column; empty for none.
  static func text(of values: [String: WrittenValue]) throws -> String {
    values.isEmpty ? "" : String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
  }

  /// Reads ``text(of:)``; what cannot be read is not known.
  static func values(in text: String) -> [String: WrittenValue] {
    (try? JSONDecoder().decode([String: WrittenValue].self, from: Data(text.utf8))) ?? [:]
  }
}
