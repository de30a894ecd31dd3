import Foundation

/// Notices launches that died of what they restored (contract 7.3, 7.4; design 3 "Coming back").
///
/// A small file stands from just before the app's own code first sees the saved state, which its
/// migrations do, until the launch has proven healthy or the app did not want the state. After a
/// launch that died it stands as soon as the state is open. It is mapped into memory, so that saying
/// which object comes back next is one store and yet outlives the process. The guardian adds by
/// which signal the launch ended.
///
/// ```
/// 0   8 bytes   written last: the rest is complete
/// 8   4 bytes   phase
/// 12  4 bytes   the signal that ended the launch, from the guardian
/// 16  8 bytes   node that comes back, or 0
/// 24  4 bytes   launches in a row that died before this one
/// ```
public final class LaunchGuard {
  /// Where in the file the guardian writes the signal that ended the app: 4 bytes, little-endian.
  public static let signalOffset = 12

  /// The path of the file, which exists only while a launch is unproven.
  public let path: String

  private static let size = 32
  private static let magic: UInt64 = 0x3148_434E_5541_4C52
  private var page: UnsafeMutableRawPointer?

  init(path: String) {
    self.path = path
  }

  deinit {
    if let page { munmap(page, Self.size) }
  }

  /// Whether this launch is being watched.
  var isActive: Bool { page != nil }

  /// What the last launch left behind; `nil` when it proved healthy or left in order.
  func lastLaunch() -> LaunchMark? {
    guard let bytes = try? PrivateFile.contents(of: path, limit: Self.size),
      bytes.count == Self.size
    else { return nil }
    return bytes.withUnsafeBytes { bytes in
      func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
      }
      guard number(0, UInt64.self) == Self.magic,
        let phase = LaunchMark.Phase(rawValue: number(8, UInt32.self))
      else { return nil }
      let signal = Int32(bitPattern: number(Self.signalOffset, UInt32.self))
      let node = number(16, Int64.self)
      return LaunchMark(
        phase: phase, signal: signal == 0 ? nil : signal,
        node: node == 0 ? nil : NodeID(rawValue: node),
        deaths: Int(min(number(24, UInt32.self), 1_000)))
    }
  }

  /// Says that a launch begins which has to prove healthy.
  func begin(deaths: Int) throws {
    guard page == nil else { return }
    removeWhatIsNoFile()
    let descriptor = try PrivateFile.open(path)
    defer { close(descriptor) }
    // Written and not only lengthened: a store into a hole of a full disk would end the process.
    let empty = [UInt8](repeating: 0, count: Self.size)
    guard pwrite(descriptor, empty, empty.count, 0) == empty.count,
      let page = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      page != MAP_FAILED
    else {
      throw StateError.unwritable("\(path): \(String(cString: strerror(errno)))")
    }
    self.page = page
    store(UInt32(clamping: deaths), at: 24)
    store(LaunchMark.Phase.starting.rawValue, at: 8)
    store(Self.magic, at: 0)
  }

  /// Takes a link or a pipe away that stands in the place of the file: it holds nothing.
  private func removeWhatIsNoFile() {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    unlink(path)
  }

  /// Says what comes back next, or which screen is in front.
  func note(_ node: NodeID?) {
    store(node?.rawValue ?? 0, at: 16)
  }

  /// Says that the first frame is out.
  func noteFirstFrame() {
    store(LaunchMark.Phase.onScreen.rawValue, at: 8)
  }

  /// Says that the launch proved healthy, or left in order.
  func end() {
    if let page { munmap(page, Self.size) }
    page = nil
    unlink(path)
  }

  private func store(_ number: some FixedWidthInteger, at offset: Int) {
    page?.storeBytes(of: number.littleEndian, toByteOffset: offset, as: type(of: number))
  }
}
