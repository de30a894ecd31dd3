import Storage

/// The description of a device that the other devices see.
public struct DeviceDescription: Hashable, Sendable {
  /// The name of the member who uses the device.
  public var member: String
  /// The name of the machine.
  public var machine: String
  /// When it joined, in milliseconds since 1970 by its own clock.
  public var joined: Int64

  /// Makes a description.
  public init(member: String, machine: String, joined: Int64) {
    self.member = member
    self.machine = machine
    self.joined = joined
  }

  /// The member and the machine: `Anna (laptop)`.
  public var name: String { machine.isEmpty ? member : "\(member) (\(machine))" }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(member)
    writer.write(machine)
    writer.write(joined)
    return writer.bytes
  }

  init(bytes: [UInt8]) throws(DecodingFailure) {
    var reader = ByteReader(bytes)
    // Fields that a newer version appends are ignored.
    self.init(
      member: try reader.readText(), machine: try reader.readText(), joined: try reader.readInt())
  }
}
