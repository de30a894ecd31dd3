import Crypto
import Foundation
import SystemSupport

/// What became of the content of an attachment.
package enum AttachmentCondition: String, Hashable, Codable, Sendable {
  /// It is what was stored.
  case intact
  /// It has the right size and another time of change: only its digest tells.
  case doubtful
  /// There is no such file.
  case missing
  /// It is another content, or nothing that can be read.
  case altered

  /// Words for a line: `missing`; empty for what is as it should be.
  package var words: String {
    switch self {
    case .intact, .doubtful: ""
    case .missing: "file missing"
    case .altered: "file altered"
    }
  }
}

extension AttachmentDirectory {
  /// Looks at the content of an attachment.
  ///
  /// - Parameter thoroughly: whether its digest is taken, which reads all of it; a glance looks at size
  ///   and time alone.
  func condition(
    of attachment: Attachment, thoroughly: Bool
  ) -> AttachmentCondition {
    let file: Int32
    do throws(InventoryError) {
      guard let opened = try openContent(attachment.sha256) else { return .missing }
      file = opened
    } catch {
      return .altered
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, Int64(status.st_size) == attachment.bytes else {
      return .altered
    }
    let isSealed = AttachmentSeal.isOn(status, sha256: attachment.sha256)
    guard thoroughly else { return isSealed ? .intact : .doubtful }
    guard Self.sha256(of: file) == attachment.sha256 else { return .altered }
    if !isSealed { AttachmentSeal.put(on: file, sha256: attachment.sha256) }
    return .intact
  }

  /// The digest of all of an open file; nil when it cannot be read.
  private static func sha256(of file: Int32) -> String? {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { piece.deallocate() }
    var digest = SHA256()
    while true {
      let count = retryingInterrupted { Foundation.read(file, piece.baseAddress, piece.count) }
      guard count >= 0 else { return nil }
      if count == 0 { return SHA256Text.text(digest.finalize()) }
      digest.update(bufferPointer: UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }
}
