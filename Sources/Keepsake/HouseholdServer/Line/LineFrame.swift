import Foundation

/// What is said over the channel to the companion: a length, a kind, a payload
/// (Sources/LineCompanion/frames.h is the other end).
struct LineFrame {
  /// What a frame says.
  enum Kind: UInt8 {
    case connect = 0x43
    case query = 0x51
    case again = 0x41
    case connected = 0x4B
    case rows = 0x52
    case error = 0x45
    case notice = 0x4E
  }

  /// The largest payload.
  static let largestPayload = 64 << 20

  var kind: Kind
  var payload = Data()

  /// The frame as it is sent.
  var bytes: Data {
    var bytes = Data(capacity: payload.count + 5)
    bytes.append(number: payload.count)
    bytes.append(kind.rawValue)
    bytes.append(payload)
    return bytes
  }

  /// Asks for a connection.
  static func connect(to address: String, within deadlines: LineDeadlines) -> LineFrame {
    var frame = LineFrame(kind: .connect)
    frame.payload.append(number: deadlines.connecting)
    frame.payload.append(number: deadlines.statement)
    frame.payload.append(counted: Data(address.utf8))
    return frame
  }

  /// Asks for the rows of one statement.
  static func query(_ statement: String, _ values: [LineValue]) -> LineFrame {
    var frame = LineFrame(kind: .query)
    frame.payload.append(counted: Data(statement.utf8))
    frame.payload.append(number: values.count)
    for value in values { frame.payload.append(counted: value.bytes) }
    return frame
  }
}

extension Data {
  /// Appends a number of four bytes, the lowest first.
  mutating func append(number: Int) {
    let number = UInt32(truncatingIfNeeded: number)
    for shift in stride(from: 0, to: 32, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
    }
  }

  /// Appends bytes behind their count.
  mutating func append(counted bytes: Data) {
    append(number: bytes.count)
    append(bytes)
  }
}
