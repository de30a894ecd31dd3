import Foundation
import Guardian
import Storage
import Testing

@Suite struct ProcessExamples {
  @Test func aProgramIsStartedWithoutATerminal() throws {
    var player = ProgramStart("/bin/sh", arguments: ["sh", "-c", "exit 3"])
    player.group = .ownSession
    player.streams = [0: .null, 1: .null]
    let process = try player.start()
    var status: Int32 = 0
    waitpid(process, &status, 0)
    #expect(status == 3 << 8)
  }

  @Test func aMissingCompanionIsNamed() {
    func explain(_ variables: [String: String]) -> String? {
      do throws(Companion.Missing) {
        _ = try Companion.locate("shelf-scanner", variable: "SHELF_SCANNER", in: variables)
        return nil
      } catch {
        switch error {
        case .named(let path): return "\(path), named by SHELF_SCANNER, is missing"
        case .absent(let directory): return "shelf-scanner is missing in \(directory)"
        }
      }
    }
    #expect(explain(["SHELF_SCANNER": "/no"]) == "/no, named by SHELF_SCANNER, is missing")
  }

  @Test func framesAreReadPieceByPiece() throws {
    let sent = CompanionFrame(kind: 1, payload: Data("page 7".utf8))
    var reader = CompanionFrameReader(limit: 1 << 20)
    reader.append(sent.bytes.prefix(4))
    let first = try reader.next()  // nil: the rest is still missing
    reader.append(sent.bytes.dropFirst(4))
    let second = try reader.next()
    #expect(first == nil && second == sent && reader.isBetweenFrames)
  }

  @Test func aLockIsHeldOnlyWhileTheProcessRuns() {
    let barrier = SuspendBarrier()
    let sum = barrier.inside { (1...3).reduce(0, +) }
    let wasFree = barrier.closed(timeout: 100) {}  // the process stops and continues here
    #expect(sum == 6 && wasFree)
  }

  @Test func backgroundWorkWaitsForPower() {
    func shouldIndex(powerSupplies: String) -> Bool {
      !PowerSource.isOnBattery(in: powerSupplies)
        || (PowerSource.charge(in: powerSupplies) ?? 0) > 50
    }
    #expect(shouldIndex(powerSupplies: "/no/such/directory"))
  }

  @Test func aSecretIsWipedFromMemory() {
    var typed = Array("correct horse".utf8)
    let page = SecretPage(copying: typed)
    KeyMemory.wipe(&typed)
    let length = page.withBytes { $0.count }
    #expect(length == 13 && typed.allSatisfy { $0 == 0 })
  }

  /// Not called: it changes the whole process, or needs to be the first thing that a program does.
  private func startProgram() {
    guard Guardian.start(program: "shelf", restartsAfterCrash: true) else { return }
    if Guardian.restarts > 0 { print("the program crashed and was restarted") }
    ProcessMemory.keepOutOfSwap()
  }
}

/// Photos that are encrypted on the disk.
final class LockedPhotos: ProtectedDataSource {
  private var key: SecretPage?

  var isUnlocked: Bool { key != nil }

  func unlock(_ key: [UInt8]) { self.key = SecretPage(copying: key) }

  func lock() { key = nil }
}
