import Foundation

/// One object as it is to be stored.
struct SealedRow: Sendable {
  let node: NodeID

  /// Nonce, ciphertext and tag.
  let sealed: Data

  /// What the row adds to the manifest's sum.
  let fingerprint: Fingerprint
}
