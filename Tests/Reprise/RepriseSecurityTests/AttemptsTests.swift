import Foundation
import RepriseTesting
import Testing

@testable import RepriseSecurity

/// Counting wrong passphrases, whatever the file contains and however a program ends.
@Suite struct AttemptsTests {
  private let home = TemporaryHome()
  private var path: String { home.path + "/attempts" }

  private var attempts: Attempts { Attempts(path: path) }

  /// The number that the file holds.
  private func count() throws -> UInt32 {
    let bytes = try Data(contentsOf: URL(filePath: path)).prefix(4)
    return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Writes what another program may have left since this start of the machine.
  private func put(count: UInt32, due: UInt64) throws {
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    var bytes = withUnsafeBytes(of: count.littleEndian) { Array($0) }
    bytes += withUnsafeBytes(of: due.littleEndian) { Array($0) }
    try Data(bytes + Array(boot.utf8.prefix(36))).write(to: URL(filePath: path))
  }

  private func tryWrong() throws(ProtectionError) {
    try attempts.trying { () throws(ProtectionError) in throw .wrongPassphrase }
  }

  /// Ending the program before it reports a wrong passphrase does not avoid the count.
  @Test func aTryIsCountedBeforeItIsMade() throws {
    try attempts.begin()
    var during: UInt32?
    try attempts.trying { () throws(ProtectionError) in during = try? count() }
    #expect(during == 1)
    #expect(try count() == 0, "the right one takes it back")
    #expect(throws: ProtectionError.damaged("x")) {
      try attempts.trying { () throws(ProtectionError) in throw .damaged("x") }
    }
    #expect(try count() == 1, "what ends otherwise does not")
  }

  @Test func eachFurtherWrongOneDoublesTheWait() throws {
    for (count, seconds) in [(5, 2), (7, 8), (13, 512), (14, 900), (4_000_000_000, 900)] {
      try put(count: UInt32(count), due: 0)
      #expect(throws: ProtectionError.wrongOnceMore(seconds: seconds), "after \(count)") {
        try tryWrong()
      }
      #expect(try self.count() == UInt32(count) + 1)
    }
  }

  @Test func noFileHasThePersonWaitForLongerThanTheLongestWait() throws {
    try put(count: 7, due: .max)
    #expect(throws: ProtectionError.wait(seconds: 900)) { try tryWrong() }
  }

  @Test func deletingTheFileDoesNotResetTheWait() throws {
    try attempts.begin()
    try put(count: 14, due: 0)
    #expect(throws: ProtectionError.wrongOnceMore(seconds: 900)) { try tryWrong() }
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: ProtectionError.wait(seconds: 1)) { try tryWrong() }
    #expect(throws: ProtectionError.wait(seconds: 1)) { try tryWrong() }
  }

  @Test(arguments: [0, 1, 47, 49, 1000])
  func damagedFileDoesNotResetTheCount(_ length: Int) throws {
    let text = String(repeating: "x", count: length)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: ProtectionError.wait(seconds: 1)) { try tryWrong() }
  }
}
