import Foundation

@testable import Inventory
@testable import Sync

/// Seals with another key than Anna's home, so it can't open her items.
struct OtherKeys: ItemSealing {
  struct Refusal: Error {}

  func seal(_ bytes: [UInt8], of owner: UUID) throws -> [UInt8] { [7] + bytes.map { $0 ^ 0xA5 } }

  func open(_ sealed: [UInt8], of owner: UUID) throws -> [UInt8] {
    guard sealed.first == 7 else { throw Refusal() }
    return sealed.dropFirst().map { $0 ^ 0xA5 }
  }
}
