import Foundation
import Inventory
import Testing

@testable import Sync

/// A lock is free once its holder is gone, even if a forked child still has the file open.
@Suite struct InheritedLockTests {
  private let homes: Homes
  private let home: Home

  init() throws {
    homes = try Homes()
    home = try homes.home("anna")
  }

  private var directory: String { home.store.database.directory }

  /// Duplicates the files that a holder opens, as a forked child has them, and releases the holder.
  private func expectFree<Holder>(
    _ make: () throws -> Holder, _ isFree: () throws -> Bool
  ) throws {
    let before = openFiles()
    var holder: Holder? = try make()
    let inherited = openFiles().subtracting(before).map { dup($0) }
    let isLocked = try !isFree()
    defer { inherited.forEach { close($0) } }
    withExtendedLifetime(holder) {}
    holder = nil
    #expect(isLocked, "while it is held")
    #expect(!inherited.isEmpty)
    #expect(try isFree(), "after that")
  }

  /// The files in the directory that this process has open.
  private func openFiles() -> Set<Int32> {
    let files = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
    let own = names.filter { name in
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\(name)")
      return path?.hasPrefix(directory + "/") == true
    }
    return Set(own.compactMap { Int32($0) })
  }

  @Test func theLockOfAPartialFileIsFree() throws {
    let digest = String(repeating: "a", count: 64)
    let attachments = home.store.attachments
    try expectFree({ try PartialContent(digest, of: attachments) }) {
      try PartialContent(digest, of: attachments) != nil
    }
  }

  @Test func theConnectionLockIsFree() throws {
    func take() throws -> ConnectionLock? {
      let lock = try ConnectionLock(in: directory)
      return lock.take() ? lock : nil
    }
    try expectFree(take) { try take() != nil }
  }

  @Test func theConnectionClaimIsFree() throws {
    try expectFree({ try ConnectionClaim(in: directory) }) {
      !ConnectionClaim.isMade(in: directory)
    }
  }
}
