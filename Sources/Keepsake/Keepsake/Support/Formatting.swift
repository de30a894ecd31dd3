import Foundation
import Inventory
import Reprise
import Storage

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

/// Writes a time for people: `2026-11-22 14:05`, by the clock of this machine.
nonisolated enum MomentText {
  /// The text of a time in milliseconds since 1970.
  static func text(_ moment: Timestamp) -> String {
    var (seconds, parts) = (time_t(moment / 1000), tm())
    localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(CalendarDate(at: moment).text) \(two(parts.tm_hour)):\(two(parts.tm_min))"
  }
}

nonisolated extension String {
  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

nonisolated extension Item {
  /// The text by which commands accept the item: its number, or its identity without one.
  var reference: String { assetNumber.map(AssetNumber.text) ?? uuid.digits }
}

nonisolated extension UUID {
  /// The same as `uuidString`, which formats byte by byte: too slow for a list of all items, or for
  /// every key.
  var digits: String {
    let digits = Array("0123456789ABCDEF".utf8)
    return withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 36) { text in
        var end = 0
        for (index, byte) in bytes.enumerated() {
          if index == 4 || index == 6 || index == 8 || index == 10 {
            text[end] = UInt8(ascii: "-")
            end += 1
          }
          text[end] = digits[Int(byte >> 4)]
          text[end + 1] = digits[Int(byte & 15)]
          end += 2
        }
        return end
      }
    }
  }
}
