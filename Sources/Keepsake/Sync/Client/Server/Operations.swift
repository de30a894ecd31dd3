import Foundation

/// A sealed operation of this device, numbered by it.
public struct OutgoingOperation: Sendable, Equatable {
  /// The device's own number, given once.
  public let number: Int64
  /// What only the household can open.
  public let sealed: Data

  /// Makes an operation.
  public init(number: Int64, sealed: Data) {
    self.number = number
    self.sealed = sealed
  }
}

/// A sealed operation of any device, as the server orders it.
public struct IncomingOperation: Sendable, Equatable {
  /// Its place in the household's order, from 1 without gaps.
  public let sequence: Int64
  /// The device that sent it.
  public let device: String
  /// That device's own number of it.
  public let number: Int64
  /// What only the household can open.
  public let sealed: Data
}
