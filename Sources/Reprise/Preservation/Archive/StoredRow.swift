import Foundation

/// One object as stored, still sealed.
struct StoredRow: Sendable {
  let node: NodeID

  /// Supposedly nonce, ciphertext and tag.
  let sealed: Data
}
