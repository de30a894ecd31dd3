import Foundation

/// One object as it is to be stored.
struct SealedRow: Sendable {
  let node: NodeID

  /// Nonce, ciphertext and tag.
  let sealed: Data

  /// What the row adds to the manifest's sum.
  let fingerprint: Fingerprint
}

/// One object as it lies in the file, not opened yet.
struct StoredRow: Sendable {
  let node: NodeID
  let sealed: Data
}
