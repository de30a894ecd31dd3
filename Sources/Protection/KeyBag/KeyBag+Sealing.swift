/// Few bytes under the key of a class, to be kept in a database or elsewhere.
extension KeyBag {
  /// Seals bytes; ``open(_:for:protection:)`` with the same purpose returns them.
  ///
  /// - Parameters:
  ///   - bytes: What to seal.
  ///   - purpose: What they are. Bytes that were moved to where another purpose is expected do not open.
  ///   - kind: Any class but ``ProtectionClass/completeUnlessOpen``, whose keys are those of files.
  /// - Throws: ``ProtectionError/locked(_:)`` while the class is closed.
  public func seal(
    _ bytes: [UInt8], for purpose: [UInt8], protection kind: ProtectionClass
  ) throws(ProtectionError) -> [UInt8] {
    try withKey(kind) { (key) throws(ProtectionError) in
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
    let opened = try withKey(kind) { $0.open(sealed, for: Self.binding(purpose, kind)) }
    guard let opened else { throw .damaged("what \(path) protects") }
    return opened
  }

  /// No key of a file opens these bytes, nor the other way round.
  private static func binding(_ purpose: [UInt8], _ kind: ProtectionClass) -> [UInt8] {
    Array("bytes".utf8) + [0, kind.rawValue] + purpose
  }
}
