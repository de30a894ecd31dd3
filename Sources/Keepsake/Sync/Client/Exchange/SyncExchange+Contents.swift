import Crypto
import Foundation
import Inventory
import Storage

/// Transfers the files of attachments: sealed in parts, by digest, and resumed where they stopped.
extension SyncExchange {
  /// The plain bytes of a part.
  private static var partLength: Int64 { 1 << 20 }

  /// Sends files that the server lacks, and receives files that this home lacks.
  ///
  /// - Parameter mayGoOn: Asked before each part, since edits are sent first.
  /// - Returns: Whether everything that is possible now is done.
  public func exchangeContents(while mayGoOn: () -> Bool) throws -> Bool {
    let attachments = store.attachments
    try store.household.removeGoneContents()
    for content in try store.household.unsettledContents()
    where !refusedContents.contains(content.sha256) {
      guard mayGoOn() else { return false }
      do {
        guard try exchange(content, attachments, while: mayGoOn) else { return false }
      } catch let error as InventoryError where error.kind == .badData {
        // It costs itself, and is tried again over the next connection.
        refusedContents.insert(content.sha256)
        contentProblem = error.message
      }
    }
    return true
  }

  /// - Returns: Whether it went as far as it can now.
  private func exchange(
    _ content: SyncContent, _ attachments: AttachmentStore, while mayGoOn: () -> Bool
  ) throws -> Bool {
    let name = credentials.code.key.name(ofContent: content.sha256)
    if let file = try attachments.openContent(content.sha256, ofBytes: content.bytes) {
      defer { close(file) }
      guard try send(file, content, as: name, while: mayGoOn) else { return false }
      try store.household.settle(content, isNew: false)
      return true
    }
    switch try take(content, as: name, into: attachments, while: mayGoOn) {
    case .all: try store.household.settle(content, isNew: true)
    case .notThere: break
    case .interrupted: return false
    }
    return true
  }

  /// How far a file came.
  private enum Taking {
    case all
    /// The owner may still be sending it, or another program of this home is receiving it.
    case notThere
    /// Other work has priority; the server will not announce the file again.
    case interrupted
  }

  private func send(
    _ file: Int32, _ content: SyncContent, as name: String, while mayGoOn: () -> Bool
  ) throws -> Bool {
    let known = try server.parts(of: name)
    guard known.count < Self.partCount(content) else {
      // The sender may have been killed before it announced the file.
      try server.announce()
      return true
    }
    try Self.check(file, content)
    for part in 0..<Self.partCount(content) where known[part] == nil {
      guard mayGoOn() else { return false }
      let bytes = try Self.read(file, part, content)
      let sealed = try credentials.code.key.seal(
        bytes, part: part, of: content.sha256, household: credentials.code.household)
      try server.sendPart(sealed, of: name, part: part)
    }
    try server.announce()
    return true
  }

  private func take(
    _ content: SyncContent, as name: String, into attachments: AttachmentStore,
    while mayGoOn: () -> Bool
  ) throws -> Taking {
    let known = try server.parts(of: name)
    guard !known.isEmpty, let partial = try PartialContent(content.sha256, of: attachments) else {
      return .notThere
    }
    try partial.cut(to: partial.length / Self.partLength * Self.partLength)
    for part in Int(partial.length / Self.partLength)..<Self.partCount(content) {
      guard mayGoOn() else { return .interrupted }
      guard let sealed = try server.part(of: name, part: part) else { return .notThere }
      let bytes: [UInt8]
      do throws(DecodingFailure) {
        bytes = try credentials.code.key.part(
          sealed, part, of: content.sha256, household: credentials.code.household)
      } catch {
        throw InventoryError(
          .badData, "a file on the household's server was altered, or encrypted with another key")
      }
      try partial.append(bytes)
    }
    try partial.finish()
    return .all
  }

  private static func partCount(_ content: SyncContent) -> Int {
    max(1, Int(content.bytes / partLength) + (content.bytes % partLength == 0 ? 0 : 1))
  }

  /// Verifies a file before it is sent, since the others keep what is sent.
  private static func check(_ file: Int32, _ content: SyncContent) throws {
    var hash = SHA256()
    for part in 0..<partCount(content) { hash.update(data: try read(file, part, content)) }
    let digest = hash.finalize().withUnsafeBytes(Hexadecimal.text)
    guard digest == content.sha256 else {
      throw InventoryError(.badData, "an attached file was altered: run keepsake doctor")
    }
  }

  private static func read(
    _ file: Int32, _ part: Int, _ content: SyncContent
  ) throws -> [UInt8] {
    let start = Int64(part) * partLength
    var bytes = [UInt8](repeating: 0, count: Int(min(partLength, content.bytes - start)))
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        retryingInterrupted {
          pread(
            file, buffer.baseAddress?.advanced(by: count), buffer.count - count,
            off_t(start) + off_t(count))
        }
      }
      guard got > 0 else {
        throw InventoryError(.badData, "cannot read an attached file: run keepsake doctor")
      }
      count += got
    }
    return bytes
  }
}
