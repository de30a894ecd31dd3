import Foundation
import Storage

/// Files with a class (contract 8.3.2).
extension KeyBag {
  /// Writes a file with a class; the plain contents never reach the disk.
  ///
  /// The file is replaced in one step. The disk keeps no trace of its former contents that could be
  /// opened, except that unprotected contents may still be there.
  ///
  /// - Parameters:
  ///   - bytes: All of the contents.
  ///   - path: The path of the file; the directory must exist.
  ///   - kind: The class.
  /// - Throws: ``ProtectionError/locked(_:)`` if the class cannot be written now.
  public func write(
    _ bytes: [UInt8], to path: String, protection kind: ProtectionClass
  ) throws(ProtectionError) {
    try replace(path, kind, length: UInt64(bytes.count), key: try .random()) {
      (start, count) in Array(bytes[start..<start + count])
    }
  }

  /// Reads all of a file, protected or not.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The largest file that is read, in bytes.
  /// - Throws: ``ProtectionError/locked(_:)`` while its class is closed.
  public func contents(of path: String, limit: Int = 64 << 20) throws(ProtectionError) -> [UInt8] {
    try open(path).contents(limit: limit)
  }

  /// The class of a file; `nil` if the file is not protected.
  public func protection(of path: String) throws(ProtectionError) -> ProtectionClass? {
    try header(of: path)?.kind
  }

  /// Changes the class of a file, or protects an unprotected one (contract 8.3.8).
  ///
  /// The file is replaced in one step. The contents of a protected file are copied as they are, and
  /// only their key is resealed.
  ///
  /// - Throws: ``ProtectionError/locked(_:)`` while the old class or the new one is closed.
  public func setProtection(
    _ kind: ProtectionClass, of path: String
  ) throws(ProtectionError) {
    guard let old = try header(of: path) else { return try protect(path, kind) }
    guard old.kind != kind else { return }
    let key = try fileKey(of: old, path: path)
    var header = old
    header.kind = kind
    try seal(key, into: &header)
    let bytes = header.bytes
    let source = try PlainFile.open(path)
    defer { close(source) }
    lseek(source, off_t(ProtectedHeader.size), SEEK_SET)
    try PlainFile.replace(path) { (descriptor) throws(ProtectionError) in
      try PlainFile.append(bytes, to: descriptor, path)
      while true {
        let piece = try PlainFile.read(source, count: PieceCipher.piece, path)
        if piece.isEmpty { return }
        try PlainFile.append(piece, to: descriptor, path)
      }
    }
  }

  /// Opens a file, for as long as the object lives.
  ///
  /// - Throws: ``ProtectionError/locked(_:)`` while its class is closed.
  public func open(_ path: String) throws(ProtectionError) -> ProtectedFile {
    guard let header = try header(of: path) else {
      return ProtectedFile(self, path, header: nil, key: nil)
    }
    let key = try fileKey(of: header, path: path)
    return ProtectedFile(
      self, path, header: header, key: header.kind == .completeUnlessOpen ? key : nil)
  }

  /// The header of a file; `nil` if the file is not protected.
  func header(of path: String) throws(ProtectionError) -> ProtectedHeader? {
    let descriptor = try PlainFile.open(path)
    defer { close(descriptor) }
    let bytes = try PlainFile.read(descriptor, count: ProtectedHeader.size, path)
    guard ProtectedHeader.isProtected(bytes) else { return nil }
    let header = try ProtectedHeader(bytes, path: path)
    guard header.bag == identity else { throw .foreign("\(path) belongs to another key bag") }
    return header
  }

  /// Seals a file that was not protected.
  private func protect(_ path: String, _ kind: ProtectionClass) throws(ProtectionError) {
    let source = try PlainFile.open(path)
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { throw PlainFile.unusable(path) }
    try replace(path, kind, length: UInt64(status.st_size), key: try .random()) {
      (_, count) throws(ProtectionError) in try PlainFile.read(source, count: count, path)
    }
  }

  /// Replaces a file with sealed contents; returns its new header.
  ///
  /// - Parameter next: Supplies a number of bytes from an offset.
  @discardableResult
  func replace(
    _ path: String, _ kind: ProtectionClass, length: UInt64, key: SecretKey,
    _ next: (_ start: Int, _ count: Int) throws(ProtectionError) -> [UInt8]
  ) throws(ProtectionError) -> ProtectedHeader {
    var header = ProtectedHeader(
      kind: kind, bag: identity, identity: try Sealing.random(16), length: length)
    try seal(key, into: &header)
    let cipher = PieceCipher(header: header, key: key, path: path)
    try PlainFile.replace(path) { (descriptor) throws(ProtectionError) in
      var start = 0
      try cipher.write(to: descriptor) { (count) throws(ProtectionError) in
        defer { start += count }
        return try next(start, count)
      }
    }
    return header
  }
}

/// The key of each file, under the key of its class.
extension KeyBag {
  /// Seals the key of a file for its class.
  ///
  /// - Throws: ``ProtectionError/locked(_:)`` if the class cannot be written now.
  func seal(_ key: SecretKey, into header: inout ProtectedHeader) throws(ProtectionError) {
    var bytes = key.copy()
    defer { KeyMemory.wipe(&bytes) }
    guard header.kind == .completeUnlessOpen else {
      header.ephemeral = [UInt8](repeating: 0, count: 32)
      let purpose = header.purpose
      header.sealedKey = try withKey(header.kind) { (kind) throws(ProtectionError) in
        try kind.seal(bytes, for: purpose)
      }
      return
    }
    var bound = header
    (header.sealedKey, header.ephemeral) = try sealUnlessOpen(
      bytes, salt: header.identity, bag: header.bag
    ) { ephemeral in
      bound.ephemeral = ephemeral
      return bound.purpose
    }
  }

  /// Opens the key of a file.
  ///
  /// - Throws: ``ProtectionError/locked(_:)``, or ``ProtectionError/damaged(_:)``.
  func fileKey(of header: ProtectedHeader, path: String) throws(ProtectionError) -> SecretKey {
    let opened = try withKey(header.kind) { (kind) throws(ProtectionError) -> [UInt8]? in
      guard header.kind == .completeUnlessOpen else {
        return kind.open(header.sealedKey, for: header.purpose)
      }
      return Self.openUnlessOpen(
        header.sealedKey, header.ephemeral, with: kind, for: header.purpose, salt: header.identity,
        bag: header.bag)
    }
    Sealing.overwriteCipherMemory()
    guard var opened else { throw .damaged(path) }
    return try SecretKey(wiping: &opened)
  }
}
