/// Bytes under the key of a class, to be kept in a database or elsewhere.
extension KeyBag {
  /// Seals bytes; ``open(_:for:protection:)`` with the same purpose returns them.
  ///
  /// - Parameters:
  ///   - bytes: What to seal.
  ///   - purpose: What they are. Bytes that were moved to where another purpose is expected do not open.
  ///   - kind: The class. Of ``ProtectionClass/completeUnlessOpen`` new bytes can be sealed while locked.
  /// - Throws: ``ProtectionError/locked(_:)`` while the class is closed.
  public func seal(
    _ bytes: [UInt8], for purpose: [UInt8], protection kind: ProtectionClass
  ) throws(ProtectionError) -> [UInt8] {
    guard kind != .completeUnlessOpen else {
      let (sealed, ephemeral) = try sealUnlessOpen(bytes, salt: [], bag: identity) { _ in
        Self.binding(purpose, kind)
      }
      return ephemeral + sealed
    }
    return try withKey(kind) { (key) throws(ProtectionError) in
      try key.seal(bytes, for: Self.binding(purpose, kind))
    }
  }

  /// Opens what ``seal(_:for:protection:)`` sealed.
  ///
  /// - Throws: ``ProtectionError/locked(_:)`` while the class is closed, and
  ///   ``ProtectionError/damaged(_:)`` where the bytes were changed, or sealed by another bag.
  public func open(
    _ sealed: [UInt8], for purpose: [UInt8], protection kind: ProtectionClass
  ) throws(ProtectionError) -> [UInt8] {
    let opened = try withKey(kind) { (key) throws(ProtectionError) -> [UInt8]? in
      guard kind == .completeUnlessOpen else {
        return key.open(sealed, for: Self.binding(purpose, kind))
      }
      return Self.openUnlessOpen(
        Array(sealed.dropFirst(SecretKey.size)), Array(sealed.prefix(SecretKey.size)), with: key,
        for: Self.binding(purpose, kind), salt: [], bag: identity)
    }
    guard let opened else { throw .damaged("what \(path) protects") }
    return opened
  }

  /// No key of a file opens these bytes, nor the other way round.
  private static func binding(_ purpose: [UInt8], _ kind: ProtectionClass) -> [UInt8] {
    Array("bytes".utf8) + [0, kind.rawValue] + purpose
  }
}
