import Foundation

/// A message between a program and its companion: the length of the payload (4 bytes, little-endian), the kind (1 byte),
/// the payload.
///
/// `CCompanion` is the other end.
public struct CompanionFrame: Equatable, Sendable {
  /// The meaning of the payload; each companion has its own kinds.
  public let kind: UInt8

  /// The payload.
  public let payload: Data

  /// Makes a frame.
  public init(kind: UInt8, payload: Data = Data()) {
    self.kind = kind
    self.payload = payload
  }

  /// The bytes before the payload.
  public static let headLength = 5

  /// The head of a frame whose payload is sent separately.
  ///
  /// - Parameter length: The length of the payload, in bytes.
  public static func head(kind: UInt8, length: Int) -> [UInt8] {
    var head: [UInt8] = []
    head.append(littleEndian: length, count: 4)
    return head + [kind]
  }

  /// The bytes of the whole frame.
  public var bytes: Data { Data(Self.head(kind: kind, length: payload.count)) + payload }
}

/// Cuts the bytes that a companion sends into frames.
public struct CompanionFrameReader: Sendable {
  /// A payload is longer than the limit.
  public struct TooLong: Error {}

  private var received = Data()
  private let limit: Int

  /// Makes a reader.
  ///
  /// - Parameter limit: The longest payload, in bytes.
  public init(limit: Int) {
    self.limit = limit
  }

  /// Adds bytes that arrived.
  public mutating func append(_ bytes: some Sequence<UInt8>) { received.append(contentsOf: bytes) }

  /// Whether part of a frame is left.
  public var isBetweenFrames: Bool { received.isEmpty }

  /// The next complete frame; `nil` until all of it has arrived.
  public mutating func next() throws(TooLong) -> CompanionFrame? {
    let head = CompanionFrame.headLength
    guard received.count >= head else { return nil }
    let length = received.littleEndian(count: 4)
    guard length <= limit else { throw TooLong() }
    guard received.count >= head + length else { return nil }
    let kind = received[received.startIndex + 4]
    let payload = Data(received.dropFirst(head).prefix(length))
    received =
      received.count == head + length ? Data() : Data(received.dropFirst(head + length))
    return CompanionFrame(kind: kind, payload: payload)
  }
}

extension RangeReplaceableCollection<UInt8> {
  /// Appends the lowest bytes of a number, the lowest first.
  public mutating func append(littleEndian number: Int, count: Int) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }
}

extension Collection<UInt8> {
  /// The number that the first bytes hold, the lowest first.
  public func littleEndian(count: Int) -> Int {
    prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
