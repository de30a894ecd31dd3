import Foundation
import Preservation

/// A marked row: by the identifier of its item, or by its path if the item has none.
nonisolated enum RowKey: Hashable {
  case item(String)
  case row(IndexPath)
}

/// The marked rows of a table, in the order in which they were marked.
///
/// Looking one up takes the same time however many there are.
nonisolated struct RowMarks {
  private(set) var keys: [RowKey] = []
  private var set: Set<RowKey> = []

  init(_ keys: [RowKey] = []) {
    insert(keys)
  }

  var isEmpty: Bool { keys.isEmpty }
  var count: Int { keys.count }

  func contains(_ key: RowKey) -> Bool { set.contains(key) }

  /// Marks rows that are not marked yet; returns how many that were.
  @discardableResult
  mutating func insert(_ new: some Collection<RowKey>) -> Int {
    let former = keys.count
    keys.reserveCapacity(former + new.count)
    set.reserveCapacity(former + new.count)
    for key in new where set.insert(key).inserted { keys.append(key) }
    return keys.count - former
  }

  mutating func remove(_ gone: Set<RowKey>) {
    guard !gone.isDisjoint(with: set) else { return }
    keys.removeAll(where: gone.contains)
    set.subtract(gone)
  }

  /// Unmarks the rows that were marked last, as long as they are among these and at most a number of them.
  ///
  /// - Returns: How many were unmarked.
  mutating func removeLast(among gone: Set<RowKey>, atMost most: Int) -> Int {
    var count = 0
    while count < most, let last = keys.last, gone.contains(last) {
      set.remove(last)
      keys.removeLast()
      count += 1
    }
    return count
  }

  mutating func removeLast(_ count: Int) {
    for key in keys.suffix(count) { set.remove(key) }
    keys.removeLast(min(count, keys.count))
  }

  /// The identifiers of the marked items.
  var identifiers: [String] {
    keys.compactMap { if case .item(let identifier) = $0 { identifier } else { nil } }
  }

  /// The same marks where rows without identifiers have other paths; `nil` drops one.
  func moved(_ path: (IndexPath) -> IndexPath?) -> RowMarks {
    guard keys.contains(where: { if case .row = $0 { true } else { false } }) else { return self }
    return RowMarks(
      keys.compactMap { key in
        if case .row(let old) = key { path(old).map(RowKey.row) } else { key }
      })
  }
}

/// A range of rows that are marked as the selection moves.
nonisolated struct MarkRange: Equatable {
  /// The row at which the range began.
  var start: RowKey
  var startPath: IndexPath
  /// The path of the row at the other end; `nil` if the rows have changed since.
  var end: IndexPath?
  /// How many of the last marks the range made.
  var added = 0
}

// MARK: - Saved state

nonisolated extension RowMarks {
  /// The marks as a saved value: consecutive UUIDs as bytes, 16 each, others as they are.
  var value: Value {
    var parts: [Value] = []
    var bytes = Data()
    func endBytes() {
      if !bytes.isEmpty { parts.append(.data(bytes)) }
      bytes = Data()
    }
    for key in keys {
      if case .item(let identifier) = key, let uuid = PackedUUID.bytes(of: identifier) {
        withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) }
        continue
      }
      endBytes()
      switch key {
      case .item(let identifier): parts.append(.string(identifier))
      case .row(let path): parts.append(Value(path: path))
      }
    }
    endBytes()
    return .array(parts)
  }

  /// Reads ``value``; leaves out what it cannot read.
  init(value: Value?) {
    var keys: [RowKey] = []
    var parts: [Value] = []
    if case .array(let saved)? = value { parts = saved }
    for part in parts {
      switch part {
      case .data(let bytes): keys += PackedUUID.texts(in: bytes).map(RowKey.item)
      case .string, .array:
        if let key = RowKey(value: part) { keys.append(key) }
      default: break
      }
    }
    self.init(keys)
  }
}

nonisolated extension RowKey {
  var value: Value {
    switch self {
    case .item(let identifier): .string(identifier)
    case .row(let path): Value(path: path)
    }
  }

  init?(value: Value) {
    if case .string(let identifier) = value {
      self = .item(identifier)
    } else if let path = value.indexPath {
      self = .row(path)
    } else {
      return nil
    }
  }
}

/// Identifiers that are UUIDs in their usual form, as 16 bytes each.
nonisolated enum PackedUUID {
  /// The bytes of a UUID in capitals with hyphens; `nil` for any other text.
  static func bytes(of text: String) -> uuid_t? {
    var text = text
    return text.withUTF8 { letters -> uuid_t? in
      guard letters.count == 36 else { return nil }
      var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      let isRead = withUnsafeMutableBytes(of: &uuid) { bytes -> Bool in
        var position = 0
        for index in 0..<16 {
          if isHyphen(position) {
            guard letters[position] == UInt8(ascii: "-") else { return false }
            position += 1
          }
          guard let high = digit(letters[position]), let low = digit(letters[position + 1]) else {
            return false
          }
          bytes[index] = high << 4 | low
          position += 2
        }
        return true
      }
      return isRead ? uuid : nil
    }
  }

  /// The texts of the UUIDs in these bytes.
  static func texts(in data: Data) -> [String] {
    let bytes = [UInt8](data)
    return stride(from: 0, to: bytes.count - bytes.count % 16, by: 16).map { start in
      String(unsafeUninitializedCapacity: 36) { text in
        var end = 0
        for byte in bytes[start..<start + 16] {
          if isHyphen(end) {
            text[end] = UInt8(ascii: "-")
            end += 1
          }
          text[end] = letter(byte >> 4)
          text[end + 1] = letter(byte & 15)
          end += 2
        }
        return end
      }
    }
  }

  private static func isHyphen(_ position: Int) -> Bool {
    position == 8 || position == 13 || position == 18 || position == 23
  }

  private static func digit(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): letter - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func letter(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
  }
}
