import Reprise

/// Something that a person plugs in, as the system shows it (contract 8.6, table 4-1).
///
/// ```swift
/// application.observe(.accessories, with: self) { [weak self] news in
///   if news.connected.contains(where: { $0.kind == .camera }) { self?.offerThePicture() }
/// }
/// ```
nonisolated public struct Accessory: Hashable, Sendable {
  /// What kind of thing it is.
  public enum Kind: Hashable, Sendable {
    /// A serial port, as of a label printer: `/dev/ttyUSB0`, `/dev/ttyACM0`.
    case serialPort
    /// A keyboard, a mouse or a scanner of bar codes: `/dev/input/event7`.
    case input
    /// A stick, a card or a part of one: `/dev/sdb1`, `/dev/mmcblk0p1`.
    case disk
    /// A camera: `/dev/video0`.
    case camera
    /// The files of a disk, in the directory where they are mounted.
    case volume
  }

  /// What kind of thing it is.
  public let kind: Kind

  /// The file of the device, or the directory of a volume.
  ///
  /// Whoever owns a disk chooses the name of its directory: show it in views, which make it harmless.
  public let path: String

  /// Another one for another thing that came to the same path.
  let identity: UInt64
}
