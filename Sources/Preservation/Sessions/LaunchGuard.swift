import Foundation

/// Notices launches that died of what they restored (contract 7.3, 7.4; design 3 "Coming back").
///
/// A small file stands from just before the app's own code first sees the saved state, which its
/// migrations do, until the launch has proven healthy or the app did not want the state. After a
/// launch that died it stands from the start. It is mapped into memory, so that saying which object
/// comes back next is a store or two and yet outlives the process. The guardian adds by which signal
/// the launch ended, and when.
///
/// ```
/// 0   8 bytes   says that this is such a file
/// 8   4 bytes   phase
/// 12  4 bytes   the signal that ended the launch, from the guardian
/// 16  8 bytes   when it did, in nanoseconds of the monotonic clock, from the guardian
/// 24  8 bytes   node that comes back, or 0
/// 32  8 bytes   since when, in nanoseconds of the monotonic clock
/// 40  4 bytes   level of the ladder
/// 44  4 bytes   1 when there is a guardian
/// 48  8 bytes   node that is left out, or 0
/// 56  8 bytes   node of the place that is suspected, or 0
/// 64  4 bytes   1 when a place is suspected
/// 68  4 bytes   1 when what is left out lies aside
/// ```
public final class LaunchGuard {
  /// Where in the file the guardian writes the signal that ended the app, 4 bytes, and after it the
  /// time, 8 bytes; little-endian.
  public static let signalOffset = 12

  /// The path of the file, which exists only while a launch is unproven.
  public let path: String

  private static let size = 72
  private static let magic: UInt64 = 0x3248_434E_5541_4C52
  private var page: UnsafeMutableRawPointer?

  /// Whether a guardian will write how the launch ended.
  var isGuarded = false {
    didSet { store(UInt32(isGuarded ? 1 : 0), at: 44) }
  }

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
    guard let bytes = try? PrivateFile.contents(of: path, limit: Self.size + 1),
      bytes.count == Self.size
    else { return nil }
    return LaunchMark(bytes: bytes, magic: Self.magic, now: Self.now)
  }

  /// Says that a launch begins which has to prove healthy, and what is known of those before it.
  func begin(_ step: LaunchStep) throws {
    guard page == nil else { return }
    removeWhatIsNoFile()
    let descriptor = try PrivateFile.open(path)
    defer { close(descriptor) }
    let bytes = Self.bytes(for: step, isGuarded: isGuarded)
    // Written and not only lengthened: a store into a hole of a full disk would end the process. All
    // at once: a kill leaves the former mark or this one.
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
      ftruncate(descriptor, off_t(bytes.count)) == 0,
      let page = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      page != MAP_FAILED
    else {
      throw StateError.unwritable("\(path): \(String(cString: strerror(errno)))")
    }
    self.page = page
  }

  /// Takes a link or a pipe away that stands in the place of the file: it holds nothing.
  private func removeWhatIsNoFile() {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    unlink(path)
  }

  /// Says how far the launch came.
  func enter(_ phase: LaunchMark.Phase) {
    store(Self.now, at: 32)
    store(phase.rawValue, at: 8)
  }

  /// Says what comes back next, or which screen is in front.
  func note(_ node: NodeID?) {
    store(Self.now, at: 32)
    store(node?.rawValue ?? 0, at: 24)
  }

  /// Says that what is left out lies aside.
  func noteAside() {
    store(UInt32(1), at: 68)
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

  /// The clock that no one sets, in nanoseconds; it stands still while the machine sleeps.
  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }

  private static func bytes(for step: LaunchStep, isGuarded: Bool) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    func put(_ number: some FixedWidthInteger, at offset: Int) {
      withUnsafeBytes(of: number.littleEndian) {
        bytes.replaceSubrange(offset..<offset + $0.count, with: $0)
      }
    }
    put(magic, at: 0)
    put(now, at: 32)
    put(UInt32(clamping: step.level), at: 40)
    put(UInt32(isGuarded ? 1 : 0), at: 44)
    put(step.leftOut?.rawValue ?? 0, at: 48)
    if case .object(let node)? = step.suspicion { put(node.rawValue, at: 56) }
    put(UInt32(step.suspicion == nil ? 0 : 1), at: 64)
    put(UInt32(step.isAside ? 1 : 0), at: 68)
    return bytes
  }
}

extension LaunchMark {
  /// Reads what a launch left; `nil` when it is none of ours.
  fileprivate init?(bytes: [UInt8], magic: UInt64, now: UInt64) {
    func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number {
      bytes.withUnsafeBytes {
        Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
      }
    }
    func node(_ offset: Int) -> NodeID? {
      let node = number(offset, Int64.self)
      return node == 0 ? nil : NodeID(rawValue: node)
    }
    guard number(0, UInt64.self) == magic, let phase = Phase(rawValue: number(8, UInt32.self))
    else { return nil }
    let signal = Int32(bitPattern: number(LaunchGuard.signalOffset, UInt32.self))
    let (since, ended) = (number(32, UInt64.self), number(16, UInt64.self))
    let until = ended == 0 ? now : ended
    self.init(
      phase: phase, signal: signal == 0 ? nil : signal, node: node(24),
      // A clock that is behind is that of another start of the machine.
      secondsThere: until > since ? Double(until - since) / 1e9 : 0,
      isGuarded: number(44, UInt32.self) != 0)
    step = LaunchStep(
      level: Int(min(number(40, UInt32.self), 1_000)), leftOut: node(48),
      suspicion: number(64, UInt32.self) == 0 ? nil : LaunchStep.Place(node(56)),
      isAside: number(68, UInt32.self) != 0)
  }
}
