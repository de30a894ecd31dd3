import Foundation

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
    let digest = try? FileBytes.digest(of: file, path: path(of: attachment.sha256))
    guard digest?.text == attachment.sha256 else { return .altered }
    if !isSealed { AttachmentSeal.put(on: file, sha256: attachment.sha256) }
    return .intact
  }
}
