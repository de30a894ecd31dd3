import Storage
import Foundation

/// A frame to or from the companion that holds the connection (PostgresCompanion/postgres_kinds.h is the other end).
struct PostgresFrame {
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
  var bytes: Data { CompanionFrame(kind: kind.rawValue, payload: payload).bytes }

  /// Asks for a connection.
  static func connect(to address: String, within deadlines: PostgresTimeouts) -> PostgresFrame {
    var frame = PostgresFrame(kind: .connect)
    frame.payload.append(number: deadlines.connecting)
    frame.payload.append(number: deadlines.statement)
    frame.payload.append(counted: Data(address.utf8))
    return frame
  }

  /// Asks for the rows of one statement.
  static func query(_ statement: String, _ values: [PostgresValue]) -> PostgresFrame {
    var frame = PostgresFrame(kind: .query)
    frame.payload.append(counted: Data(statement.utf8))
    frame.payload.append(number: values.count)
    for value in values { frame.payload.append(counted: value.bytes) }
    return frame
  }
}

extension Data {
  /// Appends a number of four bytes, the lowest first.
  mutating func append(number: Int) { append(littleEndian: number, count: 4) }

  /// Appends bytes behind their count.
  mutating func append(counted bytes: Data) {
    append(number: bytes.count)
    append(bytes)
  }
}
