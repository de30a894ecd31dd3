import Foundation

/// One sealed object, ready to be stored.
struct SealedRow: Sendable {
  let node: NodeID

  /// Nonce, ciphertext and tag.
  let sealed: Data

  /// What the row adds to the manifest's fingerprint.
  let fingerprint: Fingerprint
}
