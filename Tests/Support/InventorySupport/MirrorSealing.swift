import Foundation
import Inventory

/// A toy cipher for tests of code around ciphers: it flips bits and binds the bytes to their owner.
public struct MirrorSealing: ItemSealing {
  /// The bytes belong to another owner.
  public struct Refusal: Error {}

  /// Creates the cipher, which has no key.
  public init() {}

  /// Flips bits and adds the owner.
  public func seal(_ bytes: [UInt8], of owner: UUID) throws -> [UInt8] {
    // Different bytes each time, like a real cipher.
    [.random(in: 0...255)] + Array(owner.uuidString.utf8) + bytes.map { $0 ^ 0x5A }
  }

  /// Checks the owner and flips the bits back.
  public func open(_ sealed: [UInt8], of owner: UUID) throws -> [UInt8] {
    let name = Array(owner.uuidString.utf8)
    guard sealed.dropFirst().starts(with: name) else { throw Refusal() }
    return sealed.dropFirst(1 + name.count).map { $0 ^ 0x5A }
  }
}
