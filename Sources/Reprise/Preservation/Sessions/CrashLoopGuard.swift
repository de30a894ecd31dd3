import Foundation

/// Detects launches that died while restoring (contract 7.3, 7.4).
///
/// A small file marks a launch as unproven. It exists from just before the app's code first sees
/// the saved state, in its migrations, until the launch has proven healthy or the app has refused
/// the state. After a launch that died it exists from the start. The file is mapped into memory:
/// noting which object is restored next takes a store or two, and the note survives the process.
/// The guardian adds the signal that ended the launch, and the time.
///
/// ```
/// 0   8 bytes   magic number of the format
/// 8   4 bytes   phase
/// 12  4 bytes   signal that ended the launch, written by the guardian
/// 16  8 bytes   when it ended, in nanoseconds of the monotonic clock, written by the guardian
/// 24  8 bytes   node that is being restored, or 0
/// 32  8 bytes   since when, in nanoseconds of the monotonic clock
/// 40  4 bytes   level of the ladder
/// 44  4 bytes   1 if a guardian watches the launch
/// 48  8 bytes   node that is left out, or 0
/// 56  8 bytes   node under suspicion, or 0
/// 64  4 bytes   1 if there is a suspicion
/// 68  4 bytes   1 if a copy of what is left out is in quarantine
/// ```
package final class CrashLoopGuard {
  /// The offset in the file at which the guardian writes the signal that ended the app, 4 bytes,
  /// then the time, 8 bytes; both little-endian.
  package static let signalOffset = 12

  /// The path of the file, which exists only while a launch is unproven.
  package let path: String

  private static let size = 72
  private static let magic: UInt64 = 0x3248_434E_5541_4C52
  private var page: UnsafeMutableRawPointer?

  /// Whether a guardian will record how the launch ends.
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

  /// The mark of the last launch; `nil` if it proved healthy or ended in order.
  func lastLaunch() -> CrashLoopMark? {
    guard let bytes = try? PrivateFile.contents(of: path, limit: Self.size + 1),
      bytes.count == Self.size
    else { return nil }
    return CrashLoopMark(bytes: bytes, magic: Self.magic, now: Self.now)
  }

  /// Begins a launch that has to prove healthy, and records what is known of earlier ones.
  func begin(_ step: CrashLoopStep) throws {
    guard page == nil else { return }
    removeNonFile()
    let descriptor = try PrivateFile.open(path)
    defer { close(descriptor) }
    let bytes = Self.bytes(for: step, isGuarded: isGuarded)
    // Written, not just extended: a store into a hole of a full disk would raise SIGBUS. In one
    // write: a kill leaves either the old mark or the new one.
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
      ftruncate(descriptor, off_t(bytes.count)) == 0,
      let page = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      page != MAP_FAILED
    else {
      throw StateError.unwritable("\(path): \(String(cString: strerror(errno)))")
    }
    self.page = page
  }

  /// Removes a link or a pipe in the file's place: neither holds a mark.
  private func removeNonFile() {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    unlink(path)
  }

  /// Records the launch's phase.
  func enter(_ phase: CrashLoopMark.Phase) {
    store(Self.now, at: 32)
    store(phase.rawValue, at: 8)
  }

  /// Records which object is restored next, or which screen is in front.
  func note(_ node: NodeID?) {
    store(Self.now, at: 32)
    store(node?.rawValue ?? 0, at: 24)
  }

  /// Records that a copy of what is left out is in quarantine.
  func noteAside() {
    store(UInt32(1), at: 68)
  }

  /// Ends the watch: the launch proved healthy, or ended in order.
  func end() {
    if let page { munmap(page, Self.size) }
    page = nil
    unlink(path)
  }

  private func store(_ number: some FixedWidthInteger, at offset: Int) {
    page?.storeBytes(of: number.littleEndian, toByteOffset: offset, as: type(of: number))
  }

  /// The monotonic clock in nanoseconds; it stands still while the machine sleeps.
  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }

  private static func bytes(for step: CrashLoopStep, isGuarded: Bool) -> [UInt8] {
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

extension CrashLoopMark {
  /// Decodes the mark of a launch; `nil` when the file holds none.
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
    let signal = Int32(bitPattern: number(CrashLoopGuard.signalOffset, UInt32.self))
    let (since, ended) = (number(32, UInt64.self), number(16, UInt64.self))
    let until = ended == 0 ? now : ended
    self.init(
      phase: phase, signal: signal == 0 ? nil : signal, node: node(24),
      // An end before the start means that the machine was restarted in between.
      secondsThere: until > since ? Double(until - since) / 1e9 : 0,
      isGuarded: number(44, UInt32.self) != 0)
    step = CrashLoopStep(
      level: Int(min(number(40, UInt32.self), 1_000)), leftOut: node(48),
      suspicion: number(64, UInt32.self) == 0 ? nil : CrashLoopStep.Place(node(56)),
      isAside: number(68, UInt32.self) != 0)
  }
}
