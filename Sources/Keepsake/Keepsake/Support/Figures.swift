import Storage
import Inventory
import Reprise

/// Formats numbers for people.
nonisolated enum Figures {
  /// A count with thousands separators: `120,000`.
  static func count(_ number: Int) -> String {
    CountText.text(number)
  }

  /// A size: `960 bytes`, `96 KiB`, `1.5 MiB`.
  static func bytes(_ number: Int) -> String { ByteText.text(number) }

  /// `1 new place`, `2 new places`.
  static func count(_ number: Int, _ one: String, _ many: String) -> String {
    CountText.text(number, one, many)
  }

  /// `1 item`, `2 items`, `1,204 items`.
  static func items(_ number: Int) -> String {
    CountText.items(number)
  }
}
