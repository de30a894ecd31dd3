import Foundation

/// One object as it lies in the file, not opened yet.
struct StoredRow: Sendable {
  let node: NodeID

  /// What should be nonce, ciphertext and tag.
  let sealed: Data
}
